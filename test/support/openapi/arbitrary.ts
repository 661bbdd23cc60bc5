import fc from "fast-check";
import type { Json } from "../geocode-operations.ts";
import type { OpenApiDocument } from "./document.ts";

/**
 * Characters of texts. Only the document's prose says which characters are forbidden, and that a required text must be
 * visible (docs/decisions/0161).
 */
const anyCharacter = fc.constantFrom("a", "Z", "0", " ", '"', "é", "漢", "😀");

/** Any JSON without the forbidden members. */
const anything = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => !/"(__proto__|constructor)"/.test(JSON.stringify(value)));

/** Returns the arbitrary of the values allowed by a schema of a request. */
export function arbitraryOf(given: Json, document: OpenApiDocument): fc.Arbitrary<Json> {
  const schema = document.resolve(given, "").value;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined && schema.type === undefined) {
    return fc.oneof(...alternatives.map((one: Json) => arbitraryOf(one, document)));
  }
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => arbitraryOf({ ...schema, type }, document)));
  }
  return ofType(schema, document);
}

function ofType(schema: Json, document: OpenApiDocument): fc.Arbitrary<Json> {
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc
        .maxSafeInteger()
        .chain((any) => fc.constantFrom(any, schema.minimum ?? 0, schema.maximum ?? 0, 3))
        .map((value) => Math.min(Math.max(value, schema.minimum ?? value), schema.maximum ?? value));
    case "number":
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case "string":
      return text(schema);
    case "array": {
      const { minItems = 0, maxItems = 5 } = schema;
      return fc.array(arbitraryOf(schema.items, document), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 5)),
      });
    }
    case "object":
      return object(schema, document);
    default:
      throw new Error(`no values of ${JSON.stringify(schema)}`);
  }
}

function text({ minLength = 0, maxLength = 40, pattern }: Json): fc.Arbitrary<string> {
  const longest = Math.min(maxLength, minLength + 40);
  if (pattern === undefined) {
    const any = fc
      .string({ minLength, maxLength: longest, unit: anyCharacter })
      .filter(isWithin(minLength, maxLength))
      .filter((value) => minLength === 0 || value.trim() !== "");
    // Includes the longest ones.
    return fc.oneof(any, fc.constantFrom("é".repeat(minLength), "😀".repeat(Math.min(maxLength, 10_000))));
  }
  if (pattern.includes("AQgw")) return base64(minLength, maxLength);
  return fc.stringMatching(new RegExp(pattern, "u"), { maxLength: longest }).filter(isWithin(minLength, maxLength));
}

/** Returns an arbitrary of fewer bytes than the bound, since the bound of their text is less exact. */
function base64(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const bytesMin = Math.ceil((minLength / 4) * 3);
  return fc
    .uint8Array({ minLength: bytesMin, maxLength: Math.min(bytesMin + 60, (maxLength / 4) * 3 - 2) })
    .map((bytes) => Buffer.from(bytes).toString("base64"));
}

function isWithin(minLength: number, maxLength: number): (value: string) => boolean {
  return (value) => value.isWellFormed() && [...value].length >= minLength && [...value].length <= maxLength;
}

function object(schema: Json, document: OpenApiDocument): fc.Arbitrary<Json> {
  if (schema.properties === undefined) {
    if (schema.additionalProperties === false) return fc.constant({});
    const { additionalProperties: allowed = true } = schema;
    const values = allowed === true ? anything : arbitraryOf(allowed, document);
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), values, { maxKeys: 4 }).map((made) => ({ ...made }));
  }
  const members = Object.entries<Json>(schema.properties).map(
    ([name, member]) => [name, arbitraryOf(member, document)] as const,
  );
  return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] }).map((made) => ({ ...made }));
}
