import { type DescEnum, type DescField, type DescMessage, type DescMethodUnary, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { inlineField, untaggedOneof, wordOf } from "../../rpc/dialect-options.ts";
import { rulesOf } from "../../rpc/validation/rules.ts";
import { errorNames } from "./faults.ts";

/**
 * Describes an interface in Varlink's interface definition language, from the contract. A value that the dialect writes
 * in one of several shapes becomes an `object`, which allows any value.
 */
export function describe(name: string, methods: readonly DescMethodUnary[]): string {
  const types = new Map<string, string>();
  const lines = methods.map(
    ({ name: method, input, output }) => `method ${method}${structOf(input, types)} -> ${structOf(output, types)}`,
  );
  const errors = errorNames().map((error) => `error ${error} (code: string, message: string, details: object)`);
  return `${[`interface ${name}`, ...types.values(), ...lines, ...errors].join("\n\n")}\n`;
}

type Types = Map<string, string>;

function structOf(message: DescMessage, types: Types): string {
  return `(${message.fields.map((field) => `${field.name}: ${mark(field)}${typeOf(field, types)}`).join(", ")})`;
}

/** Returns a question mark for a field that may be absent. */
function mark(field: DescField): string {
  const isThere =
    rulesOf(field)?.required === true ||
    field.fieldKind === "list" ||
    field.fieldKind === "map" ||
    (field.fieldKind !== "message" && field.presence === FeatureSet_FieldPresence.IMPLICIT);
  return isThere ? "" : "?";
}

function typeOf(field: DescField, types: Types): string {
  const single = singleType(field, types);
  if (field.fieldKind === "list") return `[]${single}`;
  return field.fieldKind === "map" ? `[string]${single}` : single;
}

function singleType(field: DescField, types: Types): string {
  if (field.message !== undefined) return messageType(field.message, types);
  if (field.enum !== undefined) return enumType(field.enum, types);
  switch (field.scalar) {
    case ScalarType.BOOL:
      return "bool";
    case ScalarType.DOUBLE:
      return "float";
    case ScalarType.INT32:
    case ScalarType.INT64:
      return "int";
    default:
      return "string";
  }
}

function messageType(message: DescMessage, types: Types): string {
  if (message.typeName === "google.protobuf.Timestamp") return "string";
  if (message.typeName === "google.protobuf.Struct" || untaggedOneof(message) !== undefined) return "object";
  const inlined = inlineField(message);
  if (inlined !== undefined) return typeOf(inlined, types);
  if (!types.has(message.name)) types.set(message.name, `type ${message.name} ${structOf(message, types)}`);
  return message.name;
}

function enumType(declared: DescEnum, types: Types): string {
  const words = declared.values.map(wordOf).filter((word) => word !== undefined);
  types.set(declared.name, `type ${declared.name} (${words.join(", ")})`);
  return declared.name;
}
