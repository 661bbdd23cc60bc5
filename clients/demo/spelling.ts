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
import { inline, untagged, word } from "../../gen/es/rest/v1/rest_pb.js";

type Held = { readonly [member: string]: unknown };

/**
 * A message as plain JSON in the REST spelling, from the options of the contract alone. The server has a codec of its
 * own: that both agree is part of what the demo shows.
 */
export function plainJson(schema: DescMessage, message: Message): unknown {
  const held = message as unknown as Held;
  const [first] = schema.fields;
  if (getOption(schema, inline)) return spell(first as DescField, held[(first as DescField).localName]);
  const oneof = schema.oneofs.find((candidate) => getOption(candidate, untagged));
  if (oneof !== undefined) {
    const { case: chosen, value } = held[oneof.localName] as { case?: string; value?: unknown };
    const field = oneof.fields.find(({ localName }) => localName === chosen);
    return field && spell(field, value);
  }
  const written = schema.fields.filter((field) => isAlwaysWritten(field) || isFieldSet(message, field));
  return Object.fromEntries(written.map((field) => [field.name, spell(field, held[field.localName])]));
}

function isAlwaysWritten(field: DescField): boolean {
  return field.fieldKind !== "message" && field.presence === FeatureSet_FieldPresence.IMPLICIT;
}

function spell(field: DescField, value: unknown): unknown {
  if (field.fieldKind === "list") return (value as unknown[]).map((item) => spellOne(field, item));
  return spellOne(field, value);
}

function spellOne(field: DescField, value: unknown): unknown {
  if (field.message !== undefined) return plainJson(field.message, value as Message);
  const named = field.enum?.value[value as number];
  return named === undefined ? value : getOption(named, word);
}

/** The values of an enum that have a word, by that word. */
export function wordsOf(declared: DescEnum): { readonly word: string; readonly number: number }[] {
  return declared.values
    .filter((value) => hasOption(value, word))
    .map((value) => ({ word: getOption(value, word), number: value.number }));
}
