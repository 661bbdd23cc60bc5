import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { inlineField, markerOf } from "../../pipeline/dialect.ts";

/** How the alternatives of an untagged oneof are told apart in JSON. */
export type Shape = "list" | "list of lists" | "object" | "marked object";

/**
 * The alternatives of an untagged oneof by their shapes, of which each may have one: a list whose first entry is a list,
 * any other list, an object whose marked member is a list of lists, any other object.
 */
export function alternativesOf(oneof: DescMessage["oneofs"][number]): Map<Shape, DescField & { message: DescMessage }> {
  const alternatives = new Map<Shape, DescField & { message: DescMessage }>();
  for (const field of oneof.fields) {
    if (field.fieldKind !== "message")
      throw new Error(`${field.toString()}: an untagged alternative must be a message`);
    const shape = shapeOf(field, field.message);
    if (alternatives.has(shape)) throw new Error(`${oneof.parent.typeName}: two alternatives are written as ${shape}`);
    alternatives.set(shape, field);
  }
  return alternatives;
}

function shapeOf(field: DescField, message: DescMessage): Shape {
  const inlined = inlineField(message);
  if (inlined === undefined) return markerOf(field) === undefined ? "object" : "marked object";
  if (inlined.fieldKind === "map") return "object";
  return inlined.message === undefined ? "list" : "list of lists";
}
