import {
  create,
  type DescField,
  type DescMessage,
  fromJson,
  type JsonObject,
  ScalarType,
  toBinary,
} from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence, StructSchema } from "@bufbuild/protobuf/wkt";
import type { Held } from "./empty-message.ts";
import { isHeldAsJson, isHeldUnwrapped } from "./supported-types.ts";

/**
 * Compiles the binary encoding of a message type into a function. What protobuf's own `toBinary` does by reflection at
 * each call is decided once; a law shows that the bytes are the same. Unknown fields are not written: answers are made
 * here and have none. It takes a message, or the plain object from which `create` would make it.
 *
 * The bytes are written from the last to the first, so that the length of a nested message is known when its turn comes.
 */
export function compileBinaryWriter(message: DescMessage): (message: object) => Uint8Array {
  const write = compileMessage(message, []);
  return (held) => {
    const writer = new Writer();
    write(held as Held, writer);
    return writer.finish();
  };
}

type Write = (held: never, writer: Writer) => void;
type WriteMessage = (held: Held, writer: Writer) => void;

/** Bytes that grow towards the front. One scratch serves all writers, because none is left half way. */
class Writer {
  #at = scratch.length;

  /** Makes room for so many bytes and answers where they begin. */
  take(bytes: number): number {
    if (this.#at < bytes) this.#grow(bytes);
    this.#at -= bytes;
    return this.#at;
  }

  /** How many bytes there are so far. */
  get length(): number {
    return scratch.length - this.#at;
  }

  finish(): Uint8Array {
    return Buffer.from(scratch.subarray(this.#at));
  }

  #grow(bytes: number): void {
    const used = this.length;
    const larger = Buffer.allocUnsafeSlow(Math.max(scratch.length * 2, used + bytes));
    scratch.copy(larger, larger.length - used, this.#at);
    scratch = larger;
    this.#at = larger.length - used;
  }
}

let scratch = Buffer.allocUnsafeSlow(64 * 1024);

function compileMessage(message: DescMessage, outer: readonly DescMessage[]): WriteMessage {
  if (outer.includes(message)) throw new Error(`${message.typeName} is recursive`);
  // Free-form values are shaped unlike their fields; they are rare, and the library knows them.
  if (message.typeName.startsWith("google.protobuf.")) return writeByLibrary(message);
  const within = [...outer, message];
  const members = message.members
    .map((member) => (member.kind === "oneof" ? compileOneof(member, within) : compileField(member, within)))
    .reverse();
  return (held, writer) => {
    for (const write of members) write(held, writer);
  };
}

function writeByLibrary(message: DescMessage): WriteMessage {
  return (held, writer) => writeAsIs(toBinary(message, create(message, held)), writer);
}

/** Of a Struct that is held as the plain object that it stands for. */
function writeStruct(held: Held, writer: Writer): void {
  writeAsIs(toBinary(StructSchema, fromJson(StructSchema, held as JsonObject)), writer);
}

function writeAsIs(bytes: Uint8Array, writer: Writer): void {
  // First the place: taking it may replace the scratch.
  const at = writer.take(bytes.length);
  scratch.set(bytes, at);
}

function compileMessageOf(field: DescField & { message: DescMessage }, within: readonly DescMessage[]): WriteMessage {
  if (isHeldAsJson(field)) return writeStruct;
  const write = compileMessage(field.message, within);
  return isHeldUnwrapped(field) ? (value, writer) => write({ value }, writer) : write;
}

function compileOneof(oneof: DescMessage["oneofs"][number], within: readonly DescMessage[]): WriteMessage {
  const alternatives = new Map(oneof.fields.map((field) => [field.localName, compileValue(field, within)]));
  return (held, writer) => {
    const chosen = held[oneof.localName] as { case?: string; value?: unknown } | undefined;
    if (chosen?.case !== undefined) alternatives.get(chosen.case)?.(chosen.value as never, writer);
  };
}

function compileField(field: DescField, within: readonly DescMessage[]): WriteMessage {
  const { localName } = field;
  if (field.fieldKind === "map") return compileMap(field, within);
  if (field.fieldKind === "list") {
    const write = compileList(field, within) as (held: readonly unknown[], writer: Writer) => void;
    return (held, writer) => {
      const items = held[localName] as readonly unknown[] | undefined;
      if (items !== undefined && items.length > 0) write(items, writer);
    };
  }
  const write = compileValue(field, within) as (held: unknown, writer: Writer) => void;
  const isImplicit = field.fieldKind !== "message" && field.presence === FeatureSet_FieldPresence.IMPLICIT;
  return (held, writer) => {
    const value = held[localName];
    if (value === undefined || (isImplicit ? isZero(value) : !Object.hasOwn(held, localName))) return;
    write(value, writer);
  };
}

/** -0 is not the zero that is left out. */
function isZero(value: unknown): boolean {
  if (value instanceof Uint8Array) return value.length === 0;
  return value === "" || value === false || value === 0n || Object.is(value, 0);
}

function compileList(field: DescField & { fieldKind: "list" }, within: readonly DescMessage[]): Write {
  if (!field.packed) {
    const write = compileValue(field, within) as (held: unknown, writer: Writer) => void;
    return (items: readonly unknown[], writer: Writer) => {
      for (let i = items.length - 1; i >= 0; i--) write(items[i], writer);
    };
  }
  const write = scalarWriter(field) as (held: unknown, writer: Writer) => void;
  const tag = tagOf(field, 2);
  const writeAll = field.scalar === ScalarType.DOUBLE ? writeDoubles : undefined;
  return (items: readonly unknown[], writer: Writer) => {
    const before = writer.length;
    if (writeAll !== undefined) writeAll(items as readonly number[], writer);
    else for (let i = items.length - 1; i >= 0; i--) write(items[i], writer);
    writeVarint(writer.length - before, writer);
    writeVarint(tag, writer);
  };
}

function compileMap(field: DescField & { fieldKind: "map" }, within: readonly DescMessage[]): WriteMessage {
  const write = compileMapValue(field, within);
  const tag = tagOf(field, 2);
  return (held, writer) => {
    const entries = (held[field.localName] ?? {}) as Held;
    for (const key of Object.keys(entries).reverse()) {
      const before = writer.length;
      write(entries[key], writer);
      writeVarint((2 << 3) | 2, writer);
      writeText(key, writer);
      writeVarint((1 << 3) | 2, writer);
      writeVarint(writer.length - before, writer);
      writeVarint(tag, writer);
    }
  };
}

/** The value of an entry with its length. */
function compileMapValue(
  field: DescField & { fieldKind: "map" },
  within: readonly DescMessage[],
): (held: unknown, writer: Writer) => void {
  if (field.mapKey === ScalarType.STRING && field.scalar === ScalarType.STRING) return writeText as never;
  if (field.mapKey !== ScalarType.STRING || field.message === undefined) {
    throw new Error(`${field.toString()}: only maps of texts to texts or messages are written`);
  }
  const write = compileMessageOf(field, within);
  return (held, writer) => {
    const before = writer.length;
    write(held as Held, writer);
    writeVarint(writer.length - before, writer);
  };
}

/** A value with its tag. */
function compileValue(field: DescField, within: readonly DescMessage[]): Write {
  if (field.message !== undefined) {
    const write = compileMessageOf(field, within);
    const tag = tagOf(field, 2);
    return (held: Held, writer: Writer) => {
      const before = writer.length;
      write(held, writer);
      writeVarint(writer.length - before, writer);
      writeVarint(tag, writer);
    };
  }
  const write = scalarWriter(field) as (held: unknown, writer: Writer) => void;
  const tag = tagOf(field, wireTypeOf(field));
  return (held: unknown, writer: Writer) => {
    write(held, writer);
    writeVarint(tag, writer);
  };
}

function scalarWriter(field: DescField): Write {
  if (field.enum !== undefined) return writeInteger as Write;
  switch (field.scalar) {
    case ScalarType.DOUBLE:
      return writeDouble as Write;
    case ScalarType.INT32:
      return writeInteger as Write;
    case ScalarType.BOOL:
      return ((held: boolean, writer: Writer) => writeVarint(held ? 1 : 0, writer)) as Write;
    case ScalarType.UINT32:
      return writeVarint as Write;
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return writeLong as Write;
    case ScalarType.STRING:
      return writeText as Write;
    case ScalarType.BYTES:
      return writeBytes as Write;
    default:
      throw new Error(`${field.toString()}: this type is not written yet`);
  }
}

function wireTypeOf(field: DescField): number {
  if (field.scalar === ScalarType.DOUBLE) return 1;
  return field.scalar === ScalarType.STRING || field.scalar === ScalarType.BYTES ? 2 : 0;
}

function tagOf(field: DescField, wireType: number): number {
  return (field.number << 3) | wireType;
}

function writeDouble(held: number, writer: Writer): void {
  const at = writer.take(8);
  scratch.writeDoubleLE(held, at);
}

function writeDoubles(items: readonly number[], writer: Writer): void {
  let at = writer.take(items.length * 8);
  for (let i = 0; i < items.length; i++, at += 8) scratch.writeDoubleLE(items[i] as number, at);
}

function writeText(held: string, writer: Writer): void {
  const bytes = Buffer.byteLength(held);
  const at = writer.take(bytes);
  scratch.write(held, at, bytes, "utf8");
  writeVarint(bytes, writer);
}

function writeBytes(held: Uint8Array, writer: Writer): void {
  const at = writer.take(held.length);
  scratch.set(held, at);
  writeVarint(held.length, writer);
}

/** Negative ones are written as 64 bits, as the encoding has it. */
function writeInteger(held: number, writer: Writer): void {
  if (held >= 0) writeVarint(held, writer);
  else writeLong(BigInt(held), writer);
}

function writeLong(held: bigint, writer: Writer): void {
  const value = BigInt.asUintN(64, held);
  // Most are short, and faster as numbers.
  if (value < 0x1_0000_0000n) {
    writeVarint(Number(value), writer);
    return;
  }
  let bytes = 1;
  for (let rest = value >> 7n; rest > 0n; rest >>= 7n) bytes++;
  const at = writer.take(bytes);
  let rest = value;
  for (let i = 0; i < bytes; i++, rest >>= 7n) scratch[at + i] = Number(rest & 0x7fn) | (i < bytes - 1 ? 0x80 : 0);
}

function writeVarint(value: number, writer: Writer): void {
  let bytes = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes++;
  let at = writer.take(bytes);
  let rest = value;
  for (; bytes > 1; bytes--, rest >>>= 7) scratch[at++] = (rest & 0x7f) | 0x80;
  scratch[at] = rest;
}
