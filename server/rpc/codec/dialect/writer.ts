import { create, type DescEnum, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import { wordOf } from "../../dialect-options.ts";
import { oncePerType } from "../../once-per-type.ts";
import { isAlwaysWritten, type JsonForm, jsonFormOf, longRange, membersOf, scalarFormOf } from "./json-form.ts";

/** Writes the value that a message holds as JSON; undefined for one that has no JSON, such as an enum value without a word. */
type Write = (held: never) => string | undefined;
type WriteAny = (held: unknown) => string | undefined;

type Member = { readonly [member: string]: unknown };

/**
 * Compiles the REST dialect of a message type into a function from messages to JSON, without an intermediate object.
 * Fields with implicit presence and lists are always written, all others when they are set. It accepts a message, or
 * the plain object from which `create` would make it.
 */
export function compileWriter(message: DescMessage): (message: object) => string {
  return textOf(compileMessage(message));
}

/** Compiles the same for one field instead of the whole message; an unset field is null. */
export function compileFieldWriter(field: DescField): (message: object) => string {
  const member = memberOf(field, create(field.parent) as unknown as Member);
  const write = member.isString ? quoted(member.write) : member.write;
  return textOf((message: Member) => {
    const value = heldValue(member, message);
    return value === undefined ? undefined : write(value as never);
  });
}

function textOf(write: Write): (message: object) => string {
  return (message) => write(message as never) ?? "null";
}

const compileMessage = oncePerType((message): Write => {
  const form = jsonFormOf(message);
  switch (form.kind) {
    case "free-form":
      return JSON.stringify;
    case "timestamp":
      return quoted(compileTimestamp());
    case "untagged":
      return compileUntagged(form);
    case "inline":
      return compileInline(form.field);
    case "object":
      return compileObject(message);
  }
}, "the dialect cannot express");

/**
 * Writes a time without quotes. Keeps the last second, since most times of an answer, and of the next one, are close
 * together.
 */
function compileTimestamp(): (held: never) => string {
  let lastSecond: number | undefined;
  let text = "";
  return (held: Timestamp) => {
    const ms = timestampMs(held);
    const second = Math.floor(ms / 1000);
    if (second !== lastSecond) {
      text = new Date(second * 1000).toISOString().slice(0, -4);
      lastSecond = second;
    }
    return `${text}${String(ms - second * 1000).padStart(3, "0")}Z`;
  };
}

function compileInline(field: DescField): Write {
  const write = compileField(field) as WriteAny;
  return (held: Member) => write(held[field.localName]);
}

function compileObject(message: DescMessage): Write {
  const unset = create(message) as unknown as Member;
  const members = membersOf(message).map((field) => memberOf(field, unset));
  return (held: Member) => {
    let text = "";
    let before = start;
    for (let i = 0; i < members.length; i++) {
      const member = members[i] as FieldMember;
      const value = heldValue(member, held);
      if (value === undefined) continue;
      const written = member.write(value);
      if (written === undefined) continue;
      text = text + member.names[before] + written;
      before = member.isString ? afterString : afterOther;
    }
    if (before === start) return "{}";
    return text + (before === afterString ? '"}' : "}");
  };
}

/** Index of `names` by the text before a member. Names include quotes, because each piece of the text takes time and memory. */
const [start, afterOther, afterString] = [0, 1, 2];

interface FieldMember {
  /** Text between the value before and this one, quotes included: at the start, after another value, after a string. */
  readonly names: readonly string[];
  readonly localName: string;
  /** Whether the value is a JSON string, which is written without its quotes. */
  readonly isString: boolean;
  readonly write: WriteAny;
  readonly always: boolean;
  /** Value that is read from a message in which the field is not set. */
  readonly unset: unknown;
}

function memberOf(field: DescField, unset: Member): FieldMember {
  const isOne = field.fieldKind !== "list" && field.fieldKind !== "map";
  const unquoted = isOne ? compileUnquoted(field) : undefined;
  const isString = unquoted !== undefined;
  const name = `${JSON.stringify(field.name)}:${isString ? '"' : ""}`;
  return {
    names: [`{${name}`, `,${name}`, `",${name}`],
    localName: field.localName,
    isString,
    write: (unquoted ?? compileField(field)) as WriteAny,
    always: isAlwaysWritten(field),
    unset: unset[field.localName],
  };
}

/** Returns the value to write for a field; undefined if it is omitted. */
function heldValue({ always, localName, unset }: FieldMember, held: Member): unknown {
  const value = held[localName];
  if (always) return value ?? unset;
  // Unset fields with explicit presence are not own members: reading them gives the default.
  return value !== unset || Object.hasOwn(held, localName) ? value : undefined;
}

/** Writes only the alternative, which callers recognise by its shape; null if there is none. */
function compileUntagged({ oneof, alternatives }: JsonForm & { kind: "untagged" }): Write {
  const writers = new Map<string | undefined, WriteAny>();
  for (const field of alternatives.values()) writers.set(field.localName, compileSingle(field) as WriteAny);
  return (held: Member) => {
    const { case: name, value } = held[oneof.localName] as { case?: string; value?: unknown };
    return writers.get(name)?.(value) ?? "null";
  };
}

function compileField(field: DescField): Write {
  const write = compileSingle(field) as WriteAny;
  if (field.fieldKind === "list") return compileList(field, write);
  if (field.fieldKind === "map") {
    return (held: Member) => {
      let text = "";
      for (const [name, value] of Object.entries(held)) {
        const written = write(value);
        if (written !== undefined) text += `${text === "" ? "" : ","}"${escaped(name)}":${written}`;
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
 * faster for many numbers. Undefined for any other list.
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

/** Compiles the writer of a single value: a field's value or a list item. */
function compileSingle(field: DescField): Write {
  const unquoted = compileUnquoted(field);
  if (unquoted !== undefined) return quoted(unquoted);
  if (field.message !== undefined) return compileMessage(field.message);
  const form = scalarFormOf(field);
  if (form === "boolean") return String;
  return form === "long" ? writeLong : writeNumber;
}

/** Compiles the same without the quotes; undefined for a type that is not a JSON string. */
function compileUnquoted(field: DescField): Write | undefined {
  if (field.message !== undefined) {
    return jsonFormOf(field.message).kind === "timestamp" ? compileTimestamp() : undefined;
  }
  if (field.enum !== undefined) return compileEnum(field.enum);
  const form = scalarFormOf(field);
  return form === "text" ? escaped : form === "bytes" ? base64Of : undefined;
}

function quoted(write: Write): Write {
  return (held) => {
    const written = write(held);
    return written === undefined ? undefined : `"${written}"`;
  };
}

/** Characters that a JSON string must or may escape. */
const special = /[^ !#-[\]-~]/;

function escaped(held: string): string {
  return special.test(held) ? JSON.stringify(held).slice(1, -1) : held;
}

function base64Of(held: Uint8Array): string {
  return Buffer.from(held.buffer, held.byteOffset, held.length).toString("base64");
}

function writeNumber(held: number): string {
  return Number.isFinite(held) ? String(held) : "null";
}

/** Writes an int64. Throws if a double cannot hold it, because readers would round it: that is a bug. */
function writeLong(held: bigint): string {
  const number = Number(held);
  if (number < longRange[0] || number > longRange[1])
    throw new RangeError(`${held} cannot be written as a JSON number without rounding`);
  return String(number);
}

/** Writes the word without quotes. */
function compileEnum(declared: DescEnum): Write {
  const words = new Map(
    declared.values.flatMap((value) => {
      const word = wordOf(value);
      return word === undefined ? [] : [[value.number, escaped(word)] as const];
    }),
  );
  return (held: number) => words.get(held);
}
