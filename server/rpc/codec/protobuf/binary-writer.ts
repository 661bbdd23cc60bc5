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
import { oncePerType } from "../../once-per-type.ts";
import type { Held } from "./empty-message.ts";
import { ReverseBuffer } from "./reverse-buffer.ts";
import { isHeldAsJson, isHeldUnwrapped } from "./supported-types.ts";

/**
 * Compiles the binary encoding of a message type into a function. It decides once what protobuf's own `toBinary`
 * decides by reflection at each call; a property test shows that the bytes are equal. Unknown fields are not written:
 * answers are created here and have none. It accepts a message, or the plain object from which `create` would make it.
 */
export function compileBinaryWriter(
  message: DescMessage,
  buffer = new ReverseBuffer(),
): (message: object) => Uint8Array {
  const write = compileMessage(message);
  return (held) => {
    buffer.clear();
    write(held as Held, buffer);
    return buffer.copy();
  };
}

type Write = (held: never, buffer: ReverseBuffer) => void;
type WriteMessage = (held: Held, buffer: ReverseBuffer) => void;

const compileMessage = oncePerType((message): WriteMessage => {
  // The JavaScript form of well-known types differs from their fields; they are rare and left to the library.
  if (message.typeName.startsWith("google.protobuf.")) return writeByLibrary(message);
  const members = message.members
    .map((member) => (member.kind === "oneof" ? compileOneof(member) : compileField(member)))
    .reverse();
  return (held, buffer) => {
    for (const write of members) write(held, buffer);
  };
}, "the contract does not use");

function writeByLibrary(message: DescMessage): WriteMessage {
  return (held, buffer) => writeAsIs(toBinary(message, create(message, held)), buffer);
}

/** Writes a Struct that is held as a plain object. */
function writeStruct(held: Held, buffer: ReverseBuffer): void {
  writeAsIs(toBinary(StructSchema, fromJson(StructSchema, held as JsonObject)), buffer);
}

function writeAsIs(bytes: Uint8Array, buffer: ReverseBuffer): void {
  // `take` first: it may replace `bytes`.
  const at = buffer.take(bytes.length);
  buffer.bytes.set(bytes, at);
}

function compileMessageOf(field: DescField & { message: DescMessage }): WriteMessage {
  if (isHeldAsJson(field)) return writeStruct;
  const write = compileMessage(field.message);
  return isHeldUnwrapped(field) ? (value, buffer) => write({ value }, buffer) : write;
}

function compileOneof(oneof: DescMessage["oneofs"][number]): WriteMessage {
  const alternatives = new Map(oneof.fields.map((field) => [field.localName, compileValue(field)]));
  return (held, buffer) => {
    const chosen = held[oneof.localName] as { case?: string; value?: unknown } | undefined;
    if (chosen?.case !== undefined) alternatives.get(chosen.case)?.(chosen.value as never, buffer);
  };
}

function compileField(field: DescField): WriteMessage {
  const { localName } = field;
  if (field.fieldKind === "map") return compileMap(field);
  if (field.fieldKind === "list") {
    const write = compileList(field) as (held: readonly unknown[], buffer: ReverseBuffer) => void;
    return (held, buffer) => {
      const items = held[localName] as readonly unknown[] | undefined;
      if (items !== undefined && items.length > 0) write(items, buffer);
    };
  }
  const write = compileValue(field) as (held: unknown, buffer: ReverseBuffer) => void;
  const isImplicit = field.fieldKind !== "message" && field.presence === FeatureSet_FieldPresence.IMPLICIT;
  return (held, buffer) => {
    const value = held[localName];
    if (value === undefined || (isImplicit ? isZero(value) : !Object.hasOwn(held, localName))) return;
    write(value, buffer);
  };
}

/** Whether a value is the zero that is omitted; -0 is not. */
function isZero(value: unknown): boolean {
  if (value instanceof Uint8Array) return value.length === 0;
  return value === "" || value === false || value === 0n || Object.is(value, 0);
}

function compileList(field: DescField & { fieldKind: "list" }): Write {
  if (!field.packed) {
    const write = compileValue(field) as (held: unknown, buffer: ReverseBuffer) => void;
    return (items: readonly unknown[], buffer: ReverseBuffer) => {
      for (let i = items.length - 1; i >= 0; i--) write(items[i], buffer);
    };
  }
  const write = scalarWriter(field) as (held: unknown, buffer: ReverseBuffer) => void;
  const tag = tagOf(field, 2);
  const writeAll = field.scalar === ScalarType.DOUBLE ? writeDoubles : undefined;
  return (items: readonly unknown[], buffer: ReverseBuffer) => {
    const before = buffer.length;
    if (writeAll !== undefined) writeAll(items as readonly number[], buffer);
    else for (let i = items.length - 1; i >= 0; i--) write(items[i], buffer);
    writeVarint(buffer.length - before, buffer);
    writeVarint(tag, buffer);
  };
}

function compileMap(field: DescField & { fieldKind: "map" }): WriteMessage {
  const write = compileMapValue(field);
  const tag = tagOf(field, 2);
  return (held, buffer) => {
    const entries = (held[field.localName] ?? {}) as Held;
    for (const key of Object.keys(entries).reverse()) {
      const before = buffer.length;
      write(entries[key], buffer);
      writeVarint((2 << 3) | 2, buffer);
      writeText(key, buffer);
      writeVarint((1 << 3) | 2, buffer);
      writeVarint(buffer.length - before, buffer);
      writeVarint(tag, buffer);
    }
  };
}

/** Compiles the value of a map entry with its length. */
function compileMapValue(field: DescField & { fieldKind: "map" }): (held: unknown, buffer: ReverseBuffer) => void {
  if (field.mapKey === ScalarType.STRING && field.scalar === ScalarType.STRING) return writeText as never;
  if (field.mapKey !== ScalarType.STRING || field.message === undefined) {
    throw new Error(`${field.toString()}: only maps of texts to texts or messages are written`);
  }
  const write = compileMessageOf(field);
  return (held, buffer) => {
    const before = buffer.length;
    write(held as Held, buffer);
    writeVarint(buffer.length - before, buffer);
  };
}

/** Compiles a value with its tag. */
function compileValue(field: DescField): Write {
  if (field.message !== undefined) {
    const write = compileMessageOf(field);
    const tag = tagOf(field, 2);
    return (held: Held, buffer: ReverseBuffer) => {
      const before = buffer.length;
      write(held, buffer);
      writeVarint(buffer.length - before, buffer);
      writeVarint(tag, buffer);
    };
  }
  const write = scalarWriter(field) as (held: unknown, buffer: ReverseBuffer) => void;
  const tag = tagOf(field, wireTypeOf(field));
  return (held: unknown, buffer: ReverseBuffer) => {
    write(held, buffer);
    writeVarint(tag, buffer);
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
      return ((held: boolean, buffer: ReverseBuffer) => writeVarint(held ? 1 : 0, buffer)) as Write;
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

function writeDouble(held: number, buffer: ReverseBuffer): void {
  const at = buffer.take(8);
  buffer.bytes.writeDoubleLE(held, at);
}

function writeDoubles(items: readonly number[], buffer: ReverseBuffer): void {
  let at = buffer.take(items.length * 8);
  const { bytes } = buffer;
  for (let i = 0; i < items.length; i++, at += 8) bytes.writeDoubleLE(items[i] as number, at);
}

function writeText(held: string, buffer: ReverseBuffer): void {
  const bytes = Buffer.byteLength(held);
  const at = buffer.take(bytes);
  buffer.bytes.write(held, at, bytes, "utf8");
  writeVarint(bytes, buffer);
}

function writeBytes(held: Uint8Array, buffer: ReverseBuffer): void {
  const at = buffer.take(held.length);
  buffer.bytes.set(held, at);
  writeVarint(held.length, buffer);
}

/** Writes an int32. Negative numbers take 64 bits, as the encoding requires. */
function writeInteger(held: number, buffer: ReverseBuffer): void {
  if (held >= 0) writeVarint(held, buffer);
  else writeLong(BigInt(held), buffer);
}

function writeLong(held: bigint, buffer: ReverseBuffer): void {
  const value = BigInt.asUintN(64, held);
  // Most values are small, and faster as numbers.
  if (value < 0x1_0000_0000n) {
    writeVarint(Number(value), buffer);
    return;
  }
  let length = 1;
  for (let rest = value >> 7n; rest > 0n; rest >>= 7n) length++;
  const at = buffer.take(length);
  const { bytes } = buffer;
  let rest = value;
  for (let i = 0; i < length; i++, rest >>= 7n) bytes[at + i] = Number(rest & 0x7fn) | (i < length - 1 ? 0x80 : 0);
}

function writeVarint(value: number, buffer: ReverseBuffer): void {
  let length = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) length++;
  let at = buffer.take(length);
  const { bytes } = buffer;
  let rest = value;
  for (; length > 1; length--, rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at] = rest;
}
