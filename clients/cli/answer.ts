import {
  type DescEnum,
  type DescField,
  type DescMessage,
  getOption,
  isFieldSet,
  type Message,
} from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence, StructSchema, TimestampSchema, timestampDate } from "@bufbuild/protobuf/wkt";
import { word } from "#contract/rest/v1/rest_pb.js";
import type { Outcome } from "./command.ts";
import { labelled, table } from "./text.ts";

const explicit = FeatureSet_FieldPresence.EXPLICIT;

/**
 * Members of a message in the form for programs: the contract's words for enum values, ISO 8601 for times, hexadecimal
 * for bytes.
 */
export type Plain = Readonly<Record<string, unknown>>;

/**
 * Returns the outcome of a command whose answer is one message: its only member if it has just one, as a table if that
 * is a list.
 */
export function outcomeOf(schema: DescMessage, message: Message): Outcome {
  const json = plainOf(schema, message);
  const [name, ...others] = Object.keys(json);
  const only = others.length === 0 && name !== undefined ? json[name] : undefined;
  if (Array.isArray(only)) return { json, text: table(only.map(flat)) };
  // The answer contains an error instead of the result.
  return { json, text: textOf(json), status: json["errorCode"] === undefined ? 0 : 1 };
}

/** Returns the outcome of a command that lists the items of several pages. */
export function listOutcome(name: string, items: readonly Plain[]): Outcome {
  return { json: { [name]: items }, text: table(items.map(flat)) };
}

export function plainOf(schema: DescMessage, message: Message): Plain {
  const members = message as unknown as Readonly<Record<string, unknown>>;
  const entries = schema.fields.flatMap((field): [string, unknown][] => {
    // An absent field has its default value.
    if (field.presence === explicit && !isFieldSet(message, field)) return [];
    const value = field.oneof === undefined ? members[field.localName] : alternative(members, field);
    return value === undefined ? [] : [[field.localName, memberOf(field, value)]];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the number of an enum value by its word in the contract, ignoring case and prefix; undefined if none has it.
 */
export function enumValueOf(schema: DescEnum, written: string): number | undefined {
  const asked = written.toUpperCase().replaceAll("-", "_");
  return schema.values.find((value) => wordOf(value) === asked || wordOf(value).endsWith(`_${asked}`))?.number;
}

/** Returns the words that `enumValueOf` accepts, in lower case and without their common prefix. */
export function wordsOf(schema: DescEnum): string[] {
  const worded = schema.values.filter(({ number }) => number !== 0).map(wordOf);
  return worded.map((one) =>
    one
      .slice(one.indexOf("_") + 1)
      .toLowerCase()
      .replaceAll("_", "-"),
  );
}

type EnumValue = DescEnum["values"][number];

function wordOf(value: EnumValue): string {
  return getOption(value, word) || value.name;
}

function alternative(members: Readonly<Record<string, unknown>>, { oneof, localName }: DescField): unknown {
  const chosen = members[oneof?.localName ?? ""] as { readonly case?: string; readonly value?: unknown } | undefined;
  return chosen?.case === localName ? chosen.value : undefined;
}

function memberOf(field: DescField, value: unknown): unknown {
  if (field.fieldKind === "list") return (value as readonly unknown[]).map((item) => singleOf(field, item));
  if (field.fieldKind !== "map") return singleOf(field, value);
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, singleOf(field, item)]));
}

function singleOf(field: DescField, value: unknown): unknown {
  if (field.message?.typeName === TimestampSchema.typeName) return timestampDate(value as never).toISOString();
  // Messages hold a struct as plain JSON.
  if (field.message?.typeName === StructSchema.typeName) return value;
  if (field.message) return plainOf(field.message, value as Message);
  if (field.enum) {
    const found = field.enum.values.find(({ number }) => number === value);
    return found === undefined ? value : wordOf(found);
  }
  if (typeof value === "bigint") return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
}

/** Formats members as lines, and each list of messages as a separate table below them. */
function textOf(json: Plain): string {
  const [name, ...others] = Object.keys(json);
  const only = name === undefined ? undefined : json[name];
  if (others.length === 0 && isPlain(only)) return textOf(only);
  const lists = Object.entries(json).filter((entry): entry is [string, Plain[]] => isList(entry[1]));
  const single = flat(Object.fromEntries(Object.entries(json).filter(([, value]) => !isList(value))));
  const width = Math.max(12, ...Object.keys(single).map(({ length }) => length));
  const tables = lists.map(([title, rows]) => `\n${title}:\n${table(rows.map(flat))}`);
  return [labelled(single, width), ...tables].join("");
}

/** Flattens members of nested messages into names such as `wallet.standard.exactAmount`; joins lists into one text. */
function flat(json: Plain): Readonly<Record<string, string>> {
  const entries = Object.entries(json).flatMap(([name, value]): [string, string][] => {
    // The number is redundant next to its exact amount.
    if (`exact${name.charAt(0).toUpperCase()}${name.slice(1)}` in json) return [];
    if (isPlain(value)) return Object.entries(flat(value)).map(([inner, text]) => [`${name}.${inner}`, text]);
    if (isList(value))
      return [[name, value.map((item) => item["name"] ?? item["id"] ?? JSON.stringify(item)).join(", ")]];
    return [[name, (Array.isArray(value) ? value.join(", ") : String(value ?? "")) || "-"]];
  });
  return Object.fromEntries(entries);
}

function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is Plain[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPlain);
}
