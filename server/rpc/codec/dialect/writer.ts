import type { DescEnum, DescField, DescMessage } from "@bufbuild/protobuf";
import { scalarZeroValue } from "@bufbuild/protobuf/reflect";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { isAlwaysWritten, type JsonForm, jsonFormOf, longRange, membersOf, scalarFormOf } from "./json-form.ts";
import { wordOf } from "./options.ts";

/** Converts the value that a message holds to a JSON value. */
export type Write = (held: never) => unknown;

type Member = { [member: string]: unknown };

/**
 * Compiles the REST dialect of a message type into a function from messages to JSON values. Fields with implicit
 * presence and lists are always written, all others when they are set.
 */
export function compileWriter(message: DescMessage): (message: object) => unknown {
  return compileMessage(message, []) as (message: object) => unknown;
}

/** Compiles the same for one field in place of the whole message; an unset field is null. */
export function compileFieldWriter(field: DescField): (message: object) => unknown {
  const member = memberOf(field, [field.parent]);
  return (message) =>
    isWritten(member, message as Member) ? member.write((message as Member)[field.localName]) : null;
}

function compileMessage(message: DescMessage, outer: readonly DescMessage[]): Write {
  if (outer.includes(message)) throw new Error(`${message.typeName} is recursive, which the dialect cannot express`);
  const within = [...outer, message];
  const form = jsonFormOf(message);
  switch (form.kind) {
    case "free-form":
      return asItIs;
    case "timestamp":
      return (held: Timestamp) => timestampDate(held).toISOString();
    case "untagged":
      return compileUntagged(form, within);
    case "inline":
      return compileInline(form.field, within);
    case "object":
      return compileObject(message, within);
  }
}

function compileInline(field: DescField, within: readonly DescMessage[]): Write {
  const write = compileField(field, within) as (held: unknown) => unknown;
  return (held: Member) => write(held[field.localName]);
}

function compileObject(message: DescMessage, within: readonly DescMessage[]): Write {
  const members = membersOf(message).map((field) => memberOf(field, within));
  return (held: Member) => {
    const json: Member = {};
    for (let i = 0; i < members.length; i++) {
      const member = members[i] as FieldMember;
      if (isWritten(member, held)) json[member.name] = member.write(held[member.localName] ?? member.unset);
    }
    return json;
  };
}

interface FieldMember {
  readonly name: string;
  readonly localName: string;
  readonly write: (held: unknown) => unknown;
  readonly always: boolean;
  /** Value of the field if an answer leaves it out. */
  readonly unset: unknown;
}

function memberOf(field: DescField, within: readonly DescMessage[]): FieldMember {
  return {
    name: field.name,
    localName: field.localName,
    write: compileField(field, within) as (held: unknown) => unknown,
    always: isAlwaysWritten(field),
    unset: unsetOf(field),
  };
}

function unsetOf(field: DescField): unknown {
  if (field.fieldKind === "list") return [];
  if (field.fieldKind === "map") return {};
  if (field.fieldKind === "enum") return 0;
  return field.fieldKind === "scalar" ? scalarZeroValue(field.scalar, false) : undefined;
}

function isWritten({ always, localName }: FieldMember, held: Member): boolean {
  // Unset fields with explicit presence are not own members: reading them gives the default.
  return always || (held[localName] !== undefined && Object.hasOwn(held, localName));
}

/** Writes the alternative only, which callers recognise by its shape; null if there is none. */
function compileUntagged(
  { oneof, alternatives }: JsonForm & { kind: "untagged" },
  within: readonly DescMessage[],
): Write {
  const writers = new Map<string | undefined, (held: unknown) => unknown>();
  for (const field of alternatives.values()) {
    writers.set(field.localName, compileSingle(field, within) as (held: unknown) => unknown);
  }
  return (held: Member) => {
    const { case: name, value } = held[oneof.localName] as { case?: string; value?: unknown };
    return writers.get(name)?.(value) ?? null;
  };
}

function compileField(field: DescField, within: readonly DescMessage[]): Write {
  const write = compileSingle(field, within) as (held: unknown) => unknown;
  if (field.fieldKind === "list") {
    return (write === asItIs ? asItIs : (held: unknown[]) => held.map(write)) as Write;
  }
  if (field.fieldKind === "map") {
    return (held: Member) => Object.fromEntries(Object.entries(held).map(([key, value]) => [key, write(value)]));
  }
  return write as Write;
}

function compileSingle(field: DescField, within: readonly DescMessage[]): Write {
  if (field.message !== undefined) return compileMessage(field.message, within);
  if (field.enum !== undefined) return compileEnum(field.enum);
  switch (scalarFormOf(field)) {
    case "number":
    case "integer":
    case "boolean":
    case "text":
      return asItIs;
    case "long":
      return writeLong;
    case "bytes":
      return (held: Uint8Array) => Buffer.from(held.buffer, held.byteOffset, held.length).toString("base64");
  }
}

/** Writes an int64. Throws if a double cannot hold it, because readers would round it: that is a bug. */
function writeLong(held: bigint): number {
  const number = Number(held);
  if (number < longRange[0] || number > longRange[1])
    throw new RangeError(`${held} cannot be written as a JSON number without rounding`);
  return number;
}

function compileEnum(declared: DescEnum): Write {
  const words = new Map(declared.values.map((value) => [value.number, wordOf(value)]));
  return (held: number) => words.get(held);
}

function asItIs(held: unknown): unknown {
  return held;
}
