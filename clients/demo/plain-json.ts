import {
  type DescEnum,
  type DescField,
  type DescMessage,
  getOption,
  hasOption,
  isFieldSet,
  type Message,
} from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { inline, untagged, word } from "#contract/rest/v1/rest_pb.js";

type Members = { readonly [member: string]: unknown };

/**
 * Converts a message to plain JSON in the REST dialect, by the options of the contract alone. It shares no code with
 * the server's codec, so the demo compares two implementations.
 */
export function plainJson(schema: DescMessage, message: Message): unknown {
  const members = message as unknown as Members;
  const [first] = schema.fields;
  if (getOption(schema, inline)) return jsonOf(first as DescField, members[(first as DescField).localName]);
  const oneof = schema.oneofs.find((candidate) => getOption(candidate, untagged));
  if (oneof !== undefined) {
    const { case: chosen, value } = members[oneof.localName] as { case?: string; value?: unknown };
    const field = oneof.fields.find(({ localName }) => localName === chosen);
    return field && jsonOf(field, value);
  }
  const written = schema.fields.filter((field) => isAlwaysWritten(field) || isFieldSet(message, field));
  return Object.fromEntries(written.map((field) => [field.name, jsonOf(field, members[field.localName])]));
}

function isAlwaysWritten(field: DescField): boolean {
  return field.fieldKind !== "message" && field.presence === FeatureSet_FieldPresence.IMPLICIT;
}

function jsonOf(field: DescField, value: unknown): unknown {
  if (field.fieldKind === "list") return (value as unknown[]).map((item) => itemJson(field, item));
  return itemJson(field, value);
}

function itemJson(field: DescField, value: unknown): unknown {
  if (field.message !== undefined) return plainJson(field.message, value as Message);
  const named = field.enum?.value[value as number];
  return named === undefined ? value : getOption(named, word);
}

/** The values of an enum that have a word in the REST dialect. */
export function wordsOf(declared: DescEnum): { readonly word: string; readonly number: number }[] {
  return declared.values
    .filter((value) => hasOption(value, word))
    .map((value) => ({ word: getOption(value, word), number: value.number }));
}
