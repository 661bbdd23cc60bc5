import {
  create,
  type DescField,
  type DescMessage,
  type DescOneof,
  fromBinary,
  fromJson,
  type JsonObject,
  type Message,
  ScalarType,
} from "@bufbuild/protobuf";
import { scalarZeroValue } from "@bufbuild/protobuf/reflect";
import { type Struct, StructSchema, type Value } from "@bufbuild/protobuf/wkt";
import { ByteSource } from "./byte-source.ts";
import { DoubleReader } from "./double-reader.ts";
import { compileEmptyMessage, type Held, setMember } from "./empty-message.ts";
import { isCompilable, isHeldAsJson, isHeldUnwrapped } from "./supported-types.ts";

/**
 * Compiles the binary decoding of a message type into a function. It accepts the same bytes and returns the same messages
 * as protobuf's own `fromBinary`, except that unknown fields are checked and then dropped: a message that was read is never
 * written again.
 */
export function compileBinaryReader(desc: DescMessage): (bytes: Uint8Array) => Message {
  if (!isCompilable(desc)) return (bytes) => fromBinary(desc, bytes);
  const { blank, read } = compileMessage(desc);
  const doubles = new DoubleReader();
  return (bytes) => {
    const message = blank();
    read(message, new ByteSource(bytes, doubles), bytes.length);
    return message as unknown as Message;
  };
}

/** Depth limit of the library. */
const depthMax = 100;

interface MessageReader {
  readonly blank: () => Held;
  /** Merges `length` bytes into a message. */
  readonly read: (message: Held, source: ByteSource, length: number) => void;
}

/** Compiled once per type for the whole process: most types are used by many methods. */
const compiled = new WeakMap<DescMessage, MessageReader>();
type ReadField = (message: Held, source: ByteSource, wireType: number) => void;
/** Reads a value of a field; a message is merged into the present one. */
type ReadValue = (source: ByteSource, held: unknown) => unknown;

const lengthDelimited = 2;

function compileMessage(desc: DescMessage): MessageReader {
  const known = compiled.get(desc);
  if (known !== undefined) return known;
  const fields: ReadField[] = [];
  const reader: MessageReader = {
    blank: compileEmptyMessage(desc),
    read: (message, source, length) => {
      if (++source.depth > depthMax) throw new Error("messages are nested too deeply");
      const end = source.at + length;
      while (source.at < end) {
        const tag = source.tag();
        const readField = fields[tag >>> 3];
        if (readField === undefined) skip(source, tag);
        else readField(message, source, tag & 7);
      }
      source.depth--;
    },
  };
  // Before the fields, because a type may be recursive.
  compiled.set(desc, reader);
  for (const field of desc.fields) fields[field.number] = compileField(field);
  return reader;
}

function skip(source: ByteSource, tag: number): void {
  source.rare((reader) => reader.skip(tag & 7, tag >>> 3, depthMax - source.depth));
}

function compileField(field: DescField): ReadField {
  const { localName, oneof } = field;
  if (field.fieldKind === "list") return compileList(field);
  if (field.fieldKind === "map") return compileMap(field);
  const read = compileValue(field);
  if (field.fieldKind === "enum" && !field.enum.open) return compileClosedEnum(field, read);
  if (oneof !== undefined) {
    return (message, source) => {
      const chosen = message[oneof.localName] as { case?: string; value?: unknown };
      const held = chosen.case === localName ? chosen.value : undefined;
      message[oneof.localName] = { case: localName, value: read(source, held) };
    };
  }
  if (field.fieldKind === "message") {
    return (message, source) => {
      message[localName] = read(source, message[localName]);
    };
  }
  return (message, source) => {
    message[localName] = read(source, undefined);
  };
}

/** Compiles a closed enum: a value that it does not declare is an unknown field. */
function compileClosedEnum(field: DescField & { fieldKind: "enum" }, read: ReadValue): ReadField {
  const { localName } = field;
  const oneof = field.oneof as DescOneof | undefined;
  const declared = new Set<unknown>(field.enum.values.map(({ number }) => number));
  return (message, source) => {
    const value = read(source, undefined);
    if (!declared.has(value)) return;
    if (oneof === undefined) message[localName] = value;
    else message[oneof.localName] = { case: localName, value };
  };
}

function compileList(field: DescField & { fieldKind: "list" }): ReadField {
  const { localName } = field;
  const read = compileValue(field);
  if (field.scalar === ScalarType.DOUBLE) {
    return (message, source, wireType) => {
      const list = message[localName] as number[];
      if (wireType === lengthDelimited) message[localName] = source.doubles(source.integer(), list);
      else list.push(source.double());
    };
  }
  const mayBePacked =
    field.listKind !== "message" && field.scalar !== ScalarType.STRING && field.scalar !== ScalarType.BYTES;
  return (message, source, wireType) => {
    const list = message[localName] as unknown[];
    if (!mayBePacked || wireType !== lengthDelimited) {
      list.push(read(source, undefined));
      return;
    }
    const length = source.integer();
    const end = source.at + length;
    while (source.at < end) list.push(read(source, undefined));
  };
}

function compileMap(field: DescField & { fieldKind: "map" }): ReadField {
  const readKey = compileScalar(field.mapKey, field.utf8Validation);
  const readValue = compileValue(field);
  const noKey = scalarZeroValue(field.mapKey, false);
  const noValue = compileMissingValue(field);
  return (message, source) => {
    let key: unknown;
    let value: unknown;
    const length = source.integer();
    const end = source.at + length;
    while (source.at < end) {
      const tag = source.tag();
      if (tag >>> 3 === 1) key = readKey(source, undefined);
      else if (tag >>> 3 === 2) value = readValue(source, value);
      else skip(source, tag);
    }
    setMember(message[field.localName] as Held, String(key ?? noKey), value ?? noValue());
  };
}

/** Compiles the value of a map entry without one. */
function compileMissingValue(field: DescField & { fieldKind: "map" }): () => unknown {
  if (isHeldAsJson(field)) return () => ({});
  if (field.mapKind === "message") return compileMessage(field.message).blank;
  if (field.mapKind === "enum") return () => field.enum.values[0]?.number;
  return () => scalarZeroValue(field.scalar, false);
}

function compileValue(field: DescField): ReadValue {
  if (field.enum !== undefined) return readInteger;
  if (field.message === undefined) return compileScalar(field.scalar as ScalarType, field.utf8Validation);
  const { blank, read } = compileMessage(field.message);
  if (isHeldAsJson(field)) {
    return (source, held) => {
      const struct = held === undefined ? create(StructSchema) : fromJson(StructSchema, held as JsonObject);
      read(struct as unknown as Held, source, source.integer());
      return jsonOfStruct(struct);
    };
  }
  if (isHeldUnwrapped(field)) {
    return (source, held) => {
      const wrapper = blank();
      if (held !== undefined) wrapper["value"] = held;
      read(wrapper, source, source.integer());
      return wrapper["value"];
    };
  }
  return (source, held) => {
    const message = (held as Held | undefined) ?? blank();
    read(message, source, source.integer());
    return message;
  };
}

function readInteger(source: ByteSource): number {
  return source.integer() | 0;
}

function compileScalar(scalar: ScalarType, isTextChecked: boolean): ReadValue {
  switch (scalar) {
    case ScalarType.DOUBLE:
      return (source) => source.double();
    case ScalarType.INT32:
      return readInteger;
    case ScalarType.UINT32:
      return (source) => source.integer();
    case ScalarType.BOOL:
      return (source) => source.bool();
    case ScalarType.STRING:
      return (source) => source.rare((reader) => reader.string(isTextChecked));
    case ScalarType.BYTES:
      return (source) => source.rare((reader) => reader.bytes());
    case ScalarType.FLOAT:
      return (source) => source.rare((reader) => reader.float());
    case ScalarType.SINT32:
      return (source) => source.rare((reader) => reader.sint32());
    case ScalarType.FIXED32:
      return (source) => source.rare((reader) => reader.fixed32());
    case ScalarType.SFIXED32:
      return (source) => source.rare((reader) => reader.sfixed32());
    case ScalarType.INT64:
      return (source) => source.rare((reader) => reader.int64());
    case ScalarType.UINT64:
      return (source) => source.rare((reader) => reader.uint64());
    case ScalarType.SINT64:
      return (source) => source.rare((reader) => reader.sint64());
    case ScalarType.FIXED64:
      return (source) => source.rare((reader) => reader.fixed64());
    case ScalarType.SFIXED64:
      return (source) => source.rare((reader) => reader.sfixed64());
  }
}

function jsonOfStruct(struct: Struct): JsonObject {
  const json: JsonObject = {};
  for (const [name, value] of Object.entries(struct.fields)) setMember(json, name, jsonOfValue(value));
  return json;
}

/** Converts a Value as the library does: no kind is null, and numbers may be NaN or infinite. */
function jsonOfValue({ kind }: Value): JsonObject[string] {
  if (kind.case === "structValue") return jsonOfStruct(kind.value);
  if (kind.case === "listValue") return kind.value.values.map(jsonOfValue);
  return kind.case === undefined || kind.case === "nullValue" ? null : kind.value;
}
