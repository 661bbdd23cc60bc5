import {
  create,
  type DescEnum,
  type DescField,
  type DescMessage,
  type Registry,
  ScalarType,
  toJson,
  toJsonString,
} from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { FeatureSet_FieldPresence, hasCustomJsonRepresentation, isWrapperDesc } from "@bufbuild/protobuf/wkt";
import type { Held } from "./empty-message.ts";
import { areFinite } from "./finite.ts";
import { isCompilable, isHeldAsJson, isHeldUnwrapped, typesWithin } from "./supported-types.ts";

/**
 * Compiles the JSON encoding of a message type into a function that writes the text without an intermediate object. A
 * property test shows that the text equals that of protobuf's own `toJsonString`. It accepts a message, or the plain
 * object from which `create` would make it.
 */
export function compileJsonWriter(desc: DescMessage, registry?: Registry): (message: object) => string {
  if (!isCompilable(desc) || [...typesWithin(desc)].some(({ typeName }) => typeName === "google.protobuf.Any")) {
    const known = registry === undefined ? {} : { registry };
    return (message) => toJsonString(desc, create(desc, message as Held), known);
  }
  return compileMessage(desc) as (message: object) => string;
}

type Write = (held: unknown) => string;
/** Compiled once per type for the whole process: most types are used by many methods. */
const compiled = new WeakMap<DescMessage, Write>();

function compileMessage(desc: DescMessage): Write {
  const known = compiled.get(desc);
  if (known !== undefined) return known;
  const write = compileKnown(desc) ?? compileFields(desc);
  compiled.set(desc, write);
  return write;
}

/** Well-known types that are not written field by field. */
function compileKnown(desc: DescMessage): Write | undefined {
  const [value] = desc.fields;
  if (isWrapperDesc(desc) && value !== undefined) {
    const write = compileScalar(value.scalar as ScalarType);
    const zero = create(desc) as unknown as Held;
    return (held) => write((held as Held)["value"] ?? zero["value"]);
  }
  if (!hasCustomJsonRepresentation(desc)) return undefined;
  return (held) => JSON.stringify(toJson(desc, create(desc, held as Held)));
}

function compileFields(desc: DescMessage): Write {
  const members: { first: string; next: string; write: (held: Held) => string | undefined }[] = [];
  const write: Write = (held) => {
    let text = "{";
    let isFirst = true;
    for (let i = 0; i < members.length; i++) {
      const member = members[i] as (typeof members)[number];
      const value = member.write(held as Held);
      if (value === undefined) continue;
      text += (isFirst ? member.first : member.next) + value;
      isFirst = false;
    }
    return `${text}}`;
  };
  // Before the fields, because a type may be recursive.
  compiled.set(desc, write);
  for (const field of desc.fields.toSorted((a, b) => a.number - b.number)) {
    const name = `${JSON.stringify(field.jsonName)}:`;
    members.push({ first: name, next: `,${name}`, write: compileField(field) });
  }
  return write;
}

/** Compiles a function that writes a field's value; undefined for an omitted value. */
function compileField(field: DescField): (held: Held) => string | undefined {
  const { localName, oneof } = field;
  if (field.fieldKind === "list") {
    const write = compileList(field);
    return (held) => {
      const list = held[localName] as readonly unknown[] | undefined;
      return list === undefined || list.length === 0 ? undefined : write(list);
    };
  }
  if (field.fieldKind === "map") return compileMap(field);
  const write = compileValue(field);
  if (oneof !== undefined) {
    return (held) => {
      const chosen = held[oneof.localName] as { case?: string; value?: unknown } | undefined;
      return chosen?.case === localName ? write(chosen.value) : undefined;
    };
  }
  if (field.presence === FeatureSet_FieldPresence.IMPLICIT) {
    const isZero = field.fieldKind === "enum" ? isZeroOf(field.enum) : isZeroScalar;
    return (held) => {
      const value = held[localName];
      return value === undefined || isZero(value) ? undefined : write(value);
    };
  }
  return (held) => {
    const value = held[localName];
    // Defaults are inherited members.
    return value === undefined || !Object.hasOwn(held, localName) ? undefined : write(value);
  };
}

function isZeroOf({ values }: DescEnum): (value: unknown) => boolean {
  const zero = values[0]?.number;
  return (value) => value === zero;
}

/** Whether a value is the zero that is omitted; -0 is not. */
function isZeroScalar(value: unknown): boolean {
  if (typeof value === "number") return Object.is(value, 0);
  return value === "" || value === false || value === 0n || (value instanceof Uint8Array && value.length === 0);
}

function compileList(field: DescField & { fieldKind: "list" }): (list: readonly unknown[]) => string {
  const write = compileValue(field);
  const isDoubles = field.scalar === ScalarType.DOUBLE;
  return (list) => {
    // Lists of numbers are long; JSON.stringify writes those that hold only finite numbers.
    if (isDoubles && areFinite(list)) return JSON.stringify(list);
    let text = "[";
    for (let i = 0; i < list.length; i++) text += (i === 0 ? "" : ",") + write(list[i]);
    return `${text}]`;
  };
}

function compileMap(field: DescField & { fieldKind: "map" }): (held: Held) => string | undefined {
  const write = compileValue(field);
  return (held) => {
    const map = (held[field.localName] ?? {}) as Held;
    const names = Object.keys(map);
    if (names.length === 0) return undefined;
    return `{${names.map((name) => `${JSON.stringify(name)}:${write(map[name])}`).join(",")}}`;
  };
}

function compileValue(field: DescField): Write {
  if (field.enum !== undefined) return compileEnum(field.enum);
  if (field.message === undefined) return compileScalar(field.scalar as ScalarType);
  if (isHeldAsJson(field)) return writeStruct;
  if (isHeldUnwrapped(field)) return compileScalar(field.message.fields[0]?.scalar as ScalarType);
  return compileMessage(field.message);
}

function compileEnum(desc: DescEnum): Write {
  if (desc.typeName === "google.protobuf.NullValue") return () => "null";
  const names = new Map<unknown, string>();
  // By number: if several names share one, the library chooses one.
  for (const { number } of desc.values) names.set(number, JSON.stringify(desc.value[number]?.jsonName));
  return (held) => names.get(held) ?? writeInteger(held);
}

function compileScalar(scalar: ScalarType): Write {
  switch (scalar) {
    case ScalarType.STRING:
      return writeText;
    case ScalarType.BOOL:
      return (held) => (check(held, "boolean") ? "true" : "false");
    case ScalarType.BYTES:
      return (held) => `"${base64Encode(held as Uint8Array)}"`;
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return writeNumber;
    case ScalarType.INT64:
    case ScalarType.UINT64:
    case ScalarType.SINT64:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return (held) => `"${BigInt(held as bigint)}"`;
    default:
      return writeInteger;
  }
}

function writeText(held: unknown): string {
  return JSON.stringify(check(held, "string"));
}

function writeInteger(held: unknown): string {
  return String(check(held, "number"));
}

/** Writes a number. Values that are not finite are written as text. */
function writeNumber(held: unknown): string {
  return Number.isFinite(held) ? String(held) : `"${check(held, "number")}"`;
}

/** Throws for a value of another type, which would make the text invalid. */
function check(held: unknown, type: string): unknown {
  const found = typeof held;
  if (found !== type) throw new TypeError(`${type} expected, got ${found}`);
  return held;
}

/** Writes a Struct. Throws for numbers that are not finite and values that JSON cannot express. */
function writeStruct(held: unknown): string {
  const members = Object.entries(held as object).map(([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`);
  return `{${members.join(",")}}`;
}

function writeJson(held: unknown): string {
  if (held === null || typeof held === "string" || typeof held === "boolean" || Number.isFinite(held)) {
    return JSON.stringify(held);
  }
  if (Array.isArray(held)) return `[${held.map(writeJson).join(",")}]`;
  if (typeof held === "object") return writeStruct(held);
  throw new TypeError(`no JSON for ${typeof held}`);
}
