import {
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescOneof,
  fromJson,
  fromJsonString,
  type JsonValue,
  type Message,
  protoInt64,
  type Registry,
  ScalarType,
} from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { hasCustomJsonRepresentation, isWrapperDesc } from "@bufbuild/protobuf/wkt";
import { hasDuplicateNames } from "./duplicate-names.ts";
import { compileEmptyMessage, type Held, setMember } from "./empty-message.ts";
import { areFinite } from "./finite.ts";
import { JsonFlaw } from "./json-flaw.ts";
import { isCompilable, isHeldAsJson, isHeldUnwrapped, typesWithin } from "./supported-types.ts";

/**
 * Compiles the JSON decoding of a message type into a function. It accepts the same texts and returns the same messages as
 * protobuf's own `fromJsonString`, which refuses unknown members and names of enums.
 *
 * The registry is for types that hold a google.protobuf.Any, which the library reads.
 */
export function compileJsonReader(desc: DescMessage, registry?: Registry): (text: string) => Message {
  if (!isCompilable(desc) || [...typesWithin(desc)].some(({ typeName }) => typeName === "google.protobuf.Any")) {
    const options = registry === undefined ? {} : { registry };
    return (text) => fromJsonString(desc, text, options);
  }
  const read = compileMessage(desc);
  return (text) => {
    const json = JSON.parse(text) as JsonValue;
    if (hasDuplicateNames(text, json)) throw new Error("a member occurs twice");
    return read(json, 0) as Message;
  };
}

/** Depth limit of the library. */
const depthMax = 100;

/** Reads a value inside `depth` messages. */
type Read = (json: JsonValue, depth: number) => unknown;
type ReadField = (message: Held, json: JsonValue, depth: number) => void;
/** Compiled once per type for the whole process: most types are used by many methods. */
const compiled = new WeakMap<DescMessage, Read>();

interface Entry {
  readonly read: ReadField;
  /** JSON name of the field, if this entry is for its proto name. */
  readonly otherName: string | undefined;
  readonly oneof: DescOneof | undefined;
  /** Whether null is ignored, without even selecting the member of its oneof. */
  readonly ignoresNull: boolean;
}

function compileMessage(desc: DescMessage): Read {
  const known = compiled.get(desc);
  if (known !== undefined) return known;
  const read = compileKnown(desc) ?? compileFields(desc);
  compiled.set(desc, read);
  return read;
}

/** Well-known types that are not read field by field. */
function compileKnown(desc: DescMessage): Read | undefined {
  const [value] = desc.fields;
  if (isWrapperDesc(desc) && value !== undefined) {
    const blank = compileEmptyMessage(desc);
    const read = compileScalar(value.scalar as ScalarType);
    return (json, depth) => {
      checkDepth(depth);
      const message = blank();
      if (json !== null) message["value"] = read(json, depth);
      return message;
    };
  }
  if (!hasCustomJsonRepresentation(desc)) return undefined;
  return (json, depth) => fromJson(desc, json, { recursionLimit: depthMax - depth });
}

function compileFields(desc: DescMessage): Read {
  const blank = compileEmptyMessage(desc);
  const entries = new Map<string, Entry>();
  const jsonNames = desc.fields.map(({ jsonName }) => jsonName);
  const read: Read = (json, depth) => {
    checkDepth(depth);
    const object = objectOf(json);
    const message = blank();
    let seen: Set<DescOneof> | undefined;
    for (const name in object) {
      const entry = entries.get(name);
      if (entry === undefined) throw JsonFlaw.ofMember(name, jsonNames);
      const { otherName, oneof } = entry;
      if (otherName !== undefined && Object.hasOwn(object, otherName)) throw new Error("a field occurs twice");
      const value = object[name] as JsonValue;
      if (value === null && entry.ignoresNull) continue;
      if (oneof !== undefined) {
        seen ??= new Set();
        if (seen.has(oneof)) throw new Error("a oneof occurs twice");
        seen.add(oneof);
      }
      try {
        entry.read(message, value, depth + 1);
      } catch (error) {
        throw error instanceof JsonFlaw ? error.within(name) : error;
      }
    }
    return message;
  };
  // Before the fields, because a type may be recursive.
  compiled.set(desc, read);
  for (const field of desc.fields) {
    const { name, jsonName, oneof } = field;
    const entry = { read: compileField(field), oneof, ignoresNull: ignoresNull(field) };
    entries.set(name, { ...entry, otherName: name === jsonName ? undefined : jsonName });
    entries.set(jsonName, { ...entry, otherName: undefined });
  }
  return read;
}

/** Null leaves a field unset, but in a oneof it selects the member, unless that is a scalar. */
function ignoresNull(field: DescField): boolean {
  if (field.fieldKind === "list" || field.fieldKind === "map") return true;
  return !mayBeNull(field) && (field.oneof === undefined || field.fieldKind === "scalar");
}

/** Whether null is a value of the field, or an item of it. */
function mayBeNull({ message, enum: values }: DescField): boolean {
  return message?.typeName === "google.protobuf.Value" || values?.typeName === "google.protobuf.NullValue";
}

function compileField(field: DescField): ReadField {
  const { localName, oneof } = field;
  const readValue = compileValue(field);
  if (field.fieldKind === "list") {
    const readList = compileList(field, readValue);
    return (message, json, depth) => {
      message[localName] = readList(json, depth);
    };
  }
  if (field.fieldKind === "map") {
    const readMap = compileMap(field, readValue);
    return (message, json, depth) => {
      message[localName] = readMap(json, depth);
    };
  }
  if (oneof === undefined) {
    return (message, json, depth) => {
      message[localName] = readValue(json, depth);
    };
  }
  const isNullUnset = !mayBeNull(field);
  return (message, json, depth) => {
    if (json === null && isNullUnset) return;
    message[oneof.localName] = { case: localName, value: readValue(json, depth) };
  };
}

function compileList(field: DescField & { fieldKind: "list" }, readValue: Read): Read {
  const isDoubles = field.scalar === ScalarType.DOUBLE;
  const mayHoldNull = mayBeNull(field);
  return (json, depth) => {
    if (!Array.isArray(json)) throw new Error("a list was expected");
    // Lists of numbers are long; the parsed list is not shared.
    if (isDoubles && areFinite(json)) return json;
    const list: unknown[] = [];
    for (const item of json) {
      if (item === null && !mayHoldNull) throw new Error("a list holds null");
      list.push(readValue(item, depth));
    }
    return list;
  };
}

function compileMap(field: DescField & { fieldKind: "map" }, readValue: Read): Read {
  const readKey = compileMapKey(field.mapKey);
  const mayHoldNull = mayBeNull(field);
  return (json, depth) => {
    const object = objectOf(json);
    const map: Held = {};
    const seen = new Set<string>();
    for (const name of Object.keys(object)) {
      const key = readKey(name);
      if (seen.has(key)) throw new Error("a key occurs twice");
      seen.add(key);
      const item = object[name] as JsonValue;
      if (item === null && !mayHoldNull) throw new Error("a map holds null");
      setMember(map, key, readValue(item, depth));
    }
    return map;
  };
}

function compileMapKey(type: ScalarType): (name: string) => string {
  if (type === ScalarType.BOOL) {
    return (name) => {
      if (name !== "true" && name !== "false") throw new Error("a key must be true or false");
      return name;
    };
  }
  const read = compileScalar(type);
  if (!longKeys.has(type)) return (name) => String(read(name, 0));
  // The library stores 64-bit keys as text, without leading zeros.
  return (name) => {
    read(name, 0);
    return /^-?0+$/.test(name) ? "0" : name.replace(/^(-?)0+(?=\d)/, "$1");
  };
}

const longKeys = new Set([
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
]);

function compileValue(field: DescField): Read {
  if (field.enum !== undefined) return compileEnum(field.enum);
  if (field.message === undefined) return compileScalar(field.scalar as ScalarType);
  if (isHeldAsJson(field)) return readStruct;
  const read = compileMessage(field.message);
  return isHeldUnwrapped(field) ? (json, depth) => (read(json, depth) as Held)["value"] : read;
}

function compileEnum(desc: DescEnum): Read {
  const numbers = new Map(desc.values.map(({ jsonName, number }) => [jsonName, number]));
  for (const { name, number } of desc.values) numbers.set(name, number);
  const declared = new Set(numbers.values());
  const zero = desc.values[0]?.number;
  return (json) => {
    if (typeof json === "string") {
      const number = numbers.get(json);
      if (number === undefined) throw JsonFlaw.ofWord(json, numbers.keys());
      return number;
    }
    if (json === null) return zero;
    const number = integerOf(json, -(2 ** 31), 2 ** 31 - 1);
    if (!desc.open && !declared.has(number)) throw new Error("a closed enum has no such number");
    return number;
  };
}

function compileScalar(scalar: ScalarType): Read {
  switch (scalar) {
    case ScalarType.STRING:
      return textOf;
    case ScalarType.BOOL:
      return boolOf;
    case ScalarType.BYTES:
      return (json) => base64Decode(textIn(json));
    case ScalarType.DOUBLE:
      return numberOf;
    case ScalarType.FLOAT:
      return floatOf;
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return (json) => protoInt64.parse(longIn(json));
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return (json) => protoInt64.uParse(longIn(json));
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return (json) => integerOf(numberIn(json), 0, 2 ** 32 - 1);
    default:
      return (json) => integerOf(numberIn(json), -(2 ** 31), 2 ** 31 - 1);
  }
}

function textOf(json: JsonValue): string {
  const text = textIn(json);
  if (!text.isWellFormed()) throw new Error("a text is not well-formed");
  return text;
}

function textIn(json: JsonValue): string {
  if (typeof json !== "string") throw new Error("a text was expected");
  return json;
}

function boolOf(json: JsonValue): boolean {
  if (typeof json !== "boolean") throw new Error("true or false was expected");
  return json;
}

/** Reads a double. Non-finite values have names; a number too large to be finite is refused. */
function numberOf(json: JsonValue): number {
  if (json === "NaN") return Number.NaN;
  if (json === "Infinity") return Number.POSITIVE_INFINITY;
  if (json === "-Infinity") return Number.NEGATIVE_INFINITY;
  const number = numberIn(json);
  if (!Number.isFinite(number)) throw new Error("a number was expected");
  return number;
}

function floatOf(json: JsonValue): number {
  const number = numberOf(json);
  if (Number.isFinite(number) && !Number.isFinite(Math.fround(number))) throw new Error("a number is out of range");
  return number;
}

/** Reads a number, or text without surrounding space that `Number` accepts. */
function numberIn(json: JsonValue): number {
  if (typeof json === "number") return json;
  const text = textIn(json);
  if (text === "" || text.trim().length !== text.length) throw new Error("a number was expected");
  return Number(text);
}

function integerOf(json: JsonValue, lowest: number, highest: number): number {
  if (!Number.isInteger(json) || (json as number) < lowest || (json as number) > highest) {
    throw new Error("an integer was expected, or it is out of range");
  }
  return json as number;
}

function longIn(json: JsonValue): number | string {
  if (typeof json === "number" || (typeof json === "string" && json.length > 0)) return json;
  throw new Error("an integer was expected");
}

function readStruct(json: JsonValue, depth: number): JsonValue {
  checkDepth(depth);
  for (const value of Object.values(objectOf(json))) checkLevels(value, depth + 1);
  return json;
}

function checkLevels(json: JsonValue, depth: number): void {
  checkDepth(depth);
  if (typeof json !== "object" || json === null) return;
  for (const value of Object.values(json)) checkLevels(value, depth + 1);
}

function checkDepth(depth: number): void {
  if (depth >= depthMax) throw new Error("messages are nested too deeply");
}

function objectOf(json: JsonValue): { readonly [name: string]: JsonValue } {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new Error("an object was expected");
  return json;
}
