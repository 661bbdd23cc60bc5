import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { inlineField, markerOf } from "../../dialect-options.ts";

/** JSON shape that distinguishes the alternatives of an untagged oneof. */
export type Shape = "list" | "list-of-lists" | "object" | "tagged-object" | "number" | "text";

/**
 * Returns the alternatives of an untagged oneof by shape, at most one for each: a list whose first entry is a list, any
 * other list, an object whose marked member is a list of lists, any other object, a number, a text.
 */
export function alternativesOf(oneof: DescMessage["oneofs"][number]): Map<Shape, DescField> {
  const alternatives = new Map<Shape, DescField>();
  for (const field of oneof.fields) {
    const shape = shapeOf(field);
    if (alternatives.has(shape)) throw new Error(`${oneof.parent.typeName}: two alternatives are written as ${shape}`);
    alternatives.set(shape, field);
  }
  return alternatives;
}

function shapeOf(field: DescField): Shape {
  if (field.scalar === ScalarType.DOUBLE) return "number";
  if (field.scalar === ScalarType.STRING) return "text";
  if (field.message === undefined) {
    throw new Error(`${field.toString()}: an untagged alternative must be a message, a number or a text`);
  }
  const inlined = inlineField(field.message);
  if (inlined === undefined) return markerOf(field) === undefined ? "object" : "tagged-object";
  if (inlined.fieldKind === "map") return "object";
  return inlined.message === undefined ? "list" : "list-of-lists";
}
