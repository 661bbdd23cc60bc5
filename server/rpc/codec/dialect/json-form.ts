import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { inlineField, markerOf, untaggedOneof } from "../../dialect-options.ts";
import { alternativesOf, type Shape } from "./untagged-oneof.ts";

/**
 * The form of a message in the REST dialect. The reader, the writer and the OpenAPI document are all derived from it,
 * so that they cannot disagree.
 */
export type JsonForm =
  /** An object with any members. */
  | { readonly kind: "free-form" }
  /** A time of RFC 3339 in UTC. */
  | { readonly kind: "timestamp" }
  /** One of several alternatives, distinguished by their shape. */
  | {
      readonly kind: "untagged";
      readonly oneof: DescMessage["oneofs"][number];
      readonly alternatives: ReadonlyMap<Shape, DescField>;
      /** Member that marks an object as the alternative `tagged-object`; empty if there is none. */
      readonly marker: string;
    }
  /** The only list or map of the message. */
  | { readonly kind: "inline"; readonly field: DescField }
  /** An object whose members are the fields. */
  | { readonly kind: "object" };

/** Returns the JSON form of a message. */
export function jsonFormOf(message: DescMessage): JsonForm {
  if (message.typeName === "google.protobuf.Struct") return { kind: "free-form" };
  if (message.typeName === "google.protobuf.Timestamp") return { kind: "timestamp" };
  const oneof = untaggedOneof(message);
  if (oneof !== undefined) {
    const alternatives = alternativesOf(oneof);
    const tagged = alternatives.get("tagged-object");
    return { kind: "untagged", oneof, alternatives, marker: (tagged && markerOf(tagged)) ?? "" };
  }
  const field = inlineField(message);
  return field === undefined ? { kind: "object" } : { kind: "inline", field };
}

/**
 * Returns the members of a message that is written as an object.
 *
 * @throws Error for a oneof, which the dialect supports only untagged
 */
export function membersOf(message: DescMessage): readonly DescField[] {
  if (message.oneofs.length > 0) throw new Error(`${message.typeName}: a oneof must be untagged`);
  return message.fields;
}

/** JSON type of a field that holds neither a message nor an enum. */
export type ScalarForm = "number" | "integer" | "long" | "boolean" | "text" | "bytes";

/** @throws Error for a type that the dialect does not support */
export function scalarFormOf(field: DescField): ScalarForm {
  switch (field.scalar) {
    case ScalarType.DOUBLE:
      return "number";
    case ScalarType.INT32:
      return "integer";
    case ScalarType.INT64:
      return "long";
    case ScalarType.BOOL:
      return "boolean";
    case ScalarType.STRING:
      return "text";
    case ScalarType.BYTES:
      return "bytes";
    default:
      throw new Error(`${field.toString()}: the dialect does not support this type`);
  }
}

/** Smallest and largest int64 that is read and written: the integers that a double holds exactly. */
export const longRange = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

/** Whether a field is written even if it is not set: a list, a map, or a value with implicit presence. */
export function isAlwaysWritten(field: DescField): boolean {
  return field.fieldKind !== "message" && field.presence === FeatureSet_FieldPresence.IMPLICIT;
}
