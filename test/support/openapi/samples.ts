import type { Json } from "../geocode-operations.ts";
import type { OpenApiDocument } from "./document.ts";

/** Returns the plain schema: without references and null, and the first of several alternatives. */
export function plainSchema(schema: Json, document: OpenApiDocument): Json {
  const { value } = document.resolve(schema, "");
  const [first] = value.anyOf ?? value.oneOf ?? [];
  const plain = first === undefined ? value : { ...plainSchema(first, document), ...rest(value) };
  return Array.isArray(plain.type) ? { ...plain, type: plain.type.find((type: string) => type !== "null") } : plain;
}

function rest({ anyOf: _, oneOf: __, $ref: ___, description: ____, ...others }: Json): Json {
  return others;
}

/** Returns the smallest value of a schema, with only the required members. */
export function sampleOf(given: Json, document: OpenApiDocument): Json {
  const schema = plainSchema(given, document);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case "string":
      return textOf(schema, schema.minLength ?? 0);
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 1, 1));
    case "boolean":
      return true;
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items, document));
    case "object": {
      const names: string[] = schema.required ?? [];
      return Object.fromEntries(names.map((name) => [name, sampleOf(schema.properties[name], document)]));
    }
    default:
      throw new Error(`no sample of ${JSON.stringify(schema)}`);
  }
}

const characters = ["a", "A", "1", "*", "é"];

/** Returns a text of at least this length that matches the schema's pattern, if it has one. */
export function textOf({ pattern }: Json, length: number): string {
  const isBase64 = pattern?.includes("AQgw") === true;
  const whole = isBase64 ? 4 * Math.ceil(length / 4) : length;
  const texts = [...characters.map((character) => character.repeat(whole)), `a:${"a".repeat(Math.max(0, whole - 2))}`];
  const found = texts.find((text) => pattern === undefined || new RegExp(pattern, "u").test(text));
  return found ?? characters.find((character) => new RegExp(pattern, "u").test(character)) ?? "";
}
