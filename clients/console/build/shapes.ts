import {
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescMethod,
  getOption,
  hasOption,
} from "@bufbuild/protobuf";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { inline, marked_by, untagged, word } from "#contract/rest/v1/rest_pb.js";
import type { FieldShape, MessageShape, ValueShape } from "../src/playground/snippets/shape.ts";

/** Reads the shape of the request of an operation such as `phi-resonance`, and the name of its method. */
export function readShape(operation: string): { readonly method: string; readonly request: MessageShape } {
  const method = GeocodeService.methods.find((one) => pathNameOf(one) === operation);
  if (method === undefined) throw new Error(`the geocode service has no operation ${operation}`);
  return { method: method.name, request: shapeOf(method.input) };
}

function pathNameOf({ name }: DescMethod): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

function shapeOf(message: DescMessage): MessageShape {
  const isForm = message.oneofs.some((oneof) => hasOption(oneof, untagged));
  const writtenAs = getOption(message, inline) ? "list" : isForm ? "form" : "members";
  // Free-form properties are ignored by all operations.
  const fields = message.fields.filter((field) => field.message?.typeName !== "google.protobuf.Struct");
  return { name: message.name, file: fileOf(message), writtenAs, fields: fields.map(fieldOf) };
}

function fieldOf(field: DescField): FieldShape {
  const holds = field.fieldKind === "list" ? "list" : field.fieldKind === "map" ? "map" : "one";
  const markedBy = getOption(field, marked_by);
  return { name: field.name, holds, value: valueShapeOf(field), ...(markedBy !== "" && { markedBy }) };
}

const scalars: Readonly<Record<number, "double" | "int32" | "bool" | "string">> = {
  1: "double",
  5: "int32",
  8: "bool",
  9: "string",
};

function valueShapeOf(field: DescField): ValueShape {
  if (field.message !== undefined) return { kind: "message", message: shapeOf(field.message) };
  if (field.enum !== undefined) {
    return { kind: "enum", name: field.enum.name, file: fileOf(field.enum), words: wordsOf(field.enum) };
  }
  const kind = scalars[field.scalar as number];
  if (kind === undefined) throw new Error(`${field.toString()} has a type that no snippet writes`);
  return { kind };
}

function wordsOf({ values }: DescEnum): Record<string, { name: string; short: string }> {
  const named = values.filter((value) => hasOption(value, word));
  return Object.fromEntries(
    named.map((value) => [getOption(value, word), { name: value.name, short: value.localName }]),
  );
}

/** `geocode/v1/geometry` for a type of platonic/geocode/v1/geometry.proto. */
function fileOf({ file }: DescMessage | DescEnum): string {
  return file.name.replace(/^platonic\//, "");
}
