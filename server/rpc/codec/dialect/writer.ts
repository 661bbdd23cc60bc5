import { create, type DescEnum, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import { isAlwaysWritten, type JsonForm, jsonFormOf, longRange, membersOf, scalarFormOf } from "./json-form.ts";
import { wordOf } from "./options.ts";

/** Writes the value that a message holds as JSON; undefined for one that has no JSON, such as an enum value without a word. */
type Write = (held: never) => string | undefined;
type WriteAny = (held: unknown) => string | undefined;

type Member = { readonly [member: string]: unknown };

/**
 * Compiles the REST dialect of a message type into a function from messages to JSON, which makes no object between. Fields
 * with implicit presence and lists are always written, all others when they are set. It takes a message, or the plain object
 * from which `create` would make it.
 */
export function compileWriter(message: DescMessage): (message: object) => string {
  return textOf(compileMessage(message, []));
}

/** Compiles the same for one field in place of the whole message; an unset field is null. */
export function compileFieldWriter(field: DescField): (message: object) => string {
  const member = memberOf(field, create(field.parent) as unknown as Member, [field.parent]);
  return textOf((message: Member) => {
    const value = heldValue(member, message);
    return value === undefined ? undefined : member.write(value);
  });
}

function textOf(write: Write): (message: object) => string {
  return (message) => write(message as never) ?? "null";
}

function compileMessage(message: DescMessage, outer: readonly DescMessage[]): Write {
  if (outer.includes(message)) throw new Error(`${message.typeName} is recursive, which the dialect cannot express`);
  const within = [...outer, message];
  const form = jsonFormOf(message);
  switch (form.kind) {
    case "free-form":
      return JSON.stringify;
    case "timestamp":
      return compileTimestamp();
    case "untagged":
      return compileUntagged(form, within);
    case "inline":
      return compileInline(form.field, within);
    case "object":
      return compileObject(message, within);
  }
}

/** Keeps the last second, since most times of an answer, and of the next one, are close together. */
function compileTimestamp(): Write {
  let lastSecond: number | undefined;
  let text = "";
  return (held: Timestamp) => {
    const ms = timestampMs(held);
    const second = Math.floor(ms / 1000);
    if (second !== lastSecond) {
      text = new Date(second * 1000).toISOString().slice(0, -4);
      lastSecond = second;
    }
    return `"${text}${String(ms - second * 1000).padStart(3, "0")}Z"`;
  };
}

function compileInline(field: DescField, within: readonly DescMessage[]): Write {
  const write = compileField(field, within) as WriteAny;
  return (held: Member) => write(held[field.localName]);
}

function compileObject(message: DescMessage, within: readonly DescMessage[]): Write {
  const unset = create(message) as unknown as Member;
  const members = membersOf(message).map((field) => memberOf(field, unset, within));
  return (held: Member) => {
    let text = "";
    for (let i = 0; i < members.length; i++) {
      const member = members[i] as FieldMember;
      const value = heldValue(member, held);
      if (value === undefined) continue;
      const written = member.write(value);
      if (written !== undefined) text += (text === "" ? member.name : member.nextName) + written;
    }
    return `{${text}}`;
  };
}

interface FieldMember {
  /** Name with its colon, and with the comma after another member before it. */
  readonly name: string;
  readonly nextName: string;
  readonly localName: string;
  readonly write: WriteAny;
  readonly always: boolean;
  /** Value that is read from a message in which the field is not set. */
  readonly unset: unknown;
}

function memberOf(field: DescField, unset: Member, within: readonly DescMessage[]): FieldMember {
  const name = `${JSON.stringify(field.name)}:`;
  return {
    name,
    nextName: `,${name}`,
    localName: field.localName,
    write: compileField(field, within) as WriteAny,
    always: isAlwaysWritten(field),
    unset: unset[field.localName],
  };
}

/** Value that is written for a field; undefined if it is left out. */
function heldValue({ always, localName, unset }: FieldMember, held: Member): unknown {
  const value = held[localName];
  if (always) return value ?? unset;
  // Unset fields with explicit presence are not own members: reading them gives the default.
  return value !== unset || Object.hasOwn(held, localName) ? value : undefined;
}

/** Writes the alternative only, which callers recognise by its shape; null if there is none. */
function compileUntagged(
  { oneof, alternatives }: JsonForm & { kind: "untagged" },
  within: readonly DescMessage[],
): Write {
  const writers = new Map<string | undefined, WriteAny>();
  for (const field of alternatives.values()) writers.set(field.localName, compileSingle(field, within) as WriteAny);
  return (held: Member) => {
    const { case: name, value } = held[oneof.localName] as { case?: string; value?: unknown };
    return writers.get(name)?.(value) ?? "null";
  };
}

function compileField(field: DescField, within: readonly DescMessage[]): Write {
  const write = compileSingle(field, within) as WriteAny;
  if (field.fieldKind === "list") return compileList(field, write);
  if (field.fieldKind === "map") {
    return (held: Member) => {
      let text = "";
      for (const [name, value] of Object.entries(held)) {
        const written = write(value);
        if (written !== undefined) text += `${text === "" ? "" : ","}${writeText(name)}:${written}`;
      }
      return `{${text}}`;
    };
  }
  return write;
}

type FieldList = DescField & { readonly fieldKind: "list" };

function compileList(field: FieldList, write: WriteAny): Write {
  const plain = plainOf(field);
  if (plain !== undefined) return (held: never) => JSON.stringify(plain(held));
  return (held: readonly unknown[]) => {
    let text = "";
    for (let i = 0; i < held.length; i++) text += (i === 0 ? "" : ",") + (write(held[i]) ?? "null");
    return `[${text}]`;
  };
}

/**
 * Returns the function from a list of scalars, or of lists of them, to the value that JSON.stringify writes, which is
 * faster at many numbers. Undefined for a list of anything else.
 */
function plainOf(field: DescField): ((held: never) => unknown) | undefined {
  if (field.fieldKind !== "list") return undefined;
  if (field.listKind === "scalar") {
    return ["long", "bytes"].includes(scalarFormOf(field)) ? undefined : (held) => held;
  }
  const form = field.listKind === "message" ? jsonFormOf(field.message) : undefined;
  const plain = form?.kind === "inline" ? plainOf(form.field) : undefined;
  if (form?.kind !== "inline" || plain === undefined) return undefined;
  const { localName } = form.field;
  return (held: readonly Member[]) => held.map((item) => plain(item[localName] as never));
}

function compileSingle(field: DescField, within: readonly DescMessage[]): Write {
  if (field.message !== undefined) return compileMessage(field.message, within);
  if (field.enum !== undefined) return compileEnum(field.enum);
  switch (scalarFormOf(field)) {
    case "number":
    case "integer":
      return (held: number) => (Number.isFinite(held) ? String(held) : "null");
    case "boolean":
      return String;
    case "text":
      return writeText;
    case "long":
      return writeLong;
    case "bytes":
      return (held: Uint8Array) => `"${Buffer.from(held.buffer, held.byteOffset, held.length).toString("base64")}"`;
  }
}

/** Characters that are not themselves in a JSON string, and those that may not be. */
const special = /[^ !#-[\]-~]/;

function writeText(held: string): string {
  return special.test(held) ? JSON.stringify(held) : `"${held}"`;
}

/** Writes an int64. Throws if a double cannot hold it, because readers would round it: that is a bug. */
function writeLong(held: bigint): string {
  const number = Number(held);
  if (number < longRange[0] || number > longRange[1])
    throw new RangeError(`${held} cannot be written as a JSON number without rounding`);
  return String(number);
}

function compileEnum(declared: DescEnum): Write {
  const words = new Map(
    declared.values.flatMap((value) => {
      const word = wordOf(value);
      return word === undefined ? [] : [[value.number, JSON.stringify(word)] as const];
    }),
  );
  return (held: number) => words.get(held);
}
