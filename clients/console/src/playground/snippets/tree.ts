import type { EnumValue, FieldShape, MessageShape, ValueShape } from "./shape.ts";

/** A value of a request, with its type in the contract. */
export type Node =
  | { readonly kind: "double" | "int32"; readonly value: number }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "enum"; readonly name: string; readonly file: string; readonly value: EnumValue }
  | MessageNode;

export interface MessageNode {
  readonly kind: "message";
  readonly shape: MessageShape;
  readonly members: readonly Member[];
}

/** A field that is set. */
export type Member = { readonly field: FieldShape } & (
  | { readonly holds: "one"; readonly node: Node }
  | { readonly holds: "list"; readonly nodes: readonly Node[] }
  | { readonly holds: "map"; readonly entries: readonly (readonly [string, Node])[] }
);

/**
 * Parses a REST request as a message.
 *
 * @throws Error if the request does not have that shape: no program could send it
 */
export function treeOf(shape: MessageShape, json: unknown): MessageNode {
  const [only] = shape.fields;
  if (shape.writtenAs === "list" && only !== undefined) {
    return { kind: "message", shape, members: [memberOf(only, json)] };
  }
  if (shape.writtenAs === "form") {
    const form = formOf(shape, json);
    return { kind: "message", shape, members: [memberOf(form, json)] };
  }
  const given = objectOf(json, shape.name);
  const members = shape.fields.flatMap((field) => {
    const value = given[field.name];
    return value === undefined || value === null ? [] : [memberOf(field, value)];
  });
  return { kind: "message", shape, members };
}

function memberOf(field: FieldShape, json: unknown): Member {
  const { name, value, holds } = field;
  if (holds === "list") {
    if (!Array.isArray(json)) throw new Error(`${name} is not a list`);
    return { field, holds, nodes: json.map((one) => nodeOf(value, one, name)) };
  }
  if (holds === "map") {
    const entries = Object.entries(objectOf(json, name));
    return { field, holds, entries: entries.map(([key, one]) => [key, nodeOf(value, one, name)] as const) };
  }
  return { field, holds, node: nodeOf(value, json, name) };
}

function nodeOf(shape: ValueShape, json: unknown, name: string): Node {
  switch (shape.kind) {
    case "message":
      return treeOf(shape.message, json);
    case "enum": {
      const value = shape.words[String(json)];
      if (value === undefined) throw new Error(`${name} has no value “${String(json)}”`);
      return { kind: "enum", name: shape.name, file: shape.file, value };
    }
    case "double":
      return { kind: "double", value: numberOf(json, name) };
    case "int32": {
      const value = numberOf(json, name);
      if (!Number.isInteger(value)) throw new Error(`${name} is not a whole number`);
      return { kind: "int32", value };
    }
    case "bool":
      if (typeof json !== "boolean") throw new Error(`${name} is neither true nor false`);
      return { kind: "bool", value: json };
    case "string":
      return { kind: "string", value: String(json) };
  }
}

/** Returns the alternative of the data, by the shape of the JSON, like the service. */
function formOf({ name, fields }: MessageShape, json: unknown): FieldShape {
  const isRows = Array.isArray(json) && json.some(Array.isArray);
  const chosen = fields.find((field) => {
    if (Array.isArray(json)) return depthOf(field) === (isRows ? 2 : 1) && !isMap(field);
    const given = objectOf(json, name);
    return field.markedBy === undefined ? isMap(field) : Array.isArray(given[field.markedBy]);
  });
  if (chosen === undefined) throw new Error(`${name} is in none of its forms`);
  return chosen;
}

function isMap({ value }: FieldShape): boolean {
  return value.kind === "message" && value.message.fields[0]?.holds === "map";
}

/** Returns the nesting depth of lists in the form of a field. */
function depthOf({ value }: FieldShape): number {
  if (value.kind !== "message" || value.message.writtenAs !== "list") return 0;
  return 1 + depthOf(value.message.fields[0] as FieldShape);
}

function objectOf(json: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new Error(`${name} is not an object`);
  return json as Readonly<Record<string, unknown>>;
}

function numberOf(json: unknown, name: string): number {
  if (typeof json !== "number") throw new Error(`${name} is not a number`);
  return json;
}
