import type { Json } from "../geocode-operations.ts";
import type { OpenApiDocument } from "./document.ts";
import { plainSchema, sampleOf, textOf } from "./samples.ts";

/** A value that violates exactly one keyword of its schema. */
export interface Violation {
  /** Path of the flaw, as errors spell it; empty for the value itself. */
  readonly path: string;
  readonly keyword: string;
  /** Undefined: the value is omitted. */
  readonly value: Json;
}

/** Returns a violating value for every keyword of a schema, including nested ones. */
export function violationsOf(given: Json, document: OpenApiDocument): Violation[] {
  const schema = plainSchema(given, document);
  return [...ofItself(schema, document), ...ofEntries(schema, document), ...ofMembers(schema, document)];
}

function ofItself(schema: Json, document: OpenApiDocument): Violation[] {
  const own = (keyword: string, value: Json): Violation[] => [{ path: "", keyword, value }];
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const items = (length: number) => Array.from({ length }, () => sampleOf(schema.items, document));
  return [
    ...own("type", schema.type === "boolean" ? "true?" : false),
    ...(schema.enum ? own("enum", "NO_SUCH_WORD") : []),
    ...(minimum === undefined ? [] : own("minimum", beyond(minimum, -1))),
    ...(maximum === undefined ? [] : own("maximum", beyond(maximum, 1))),
    ...(minLength === undefined ? [] : own("minLength", "a".repeat(minLength - 1))),
    ...(maxLength === undefined ? [] : own("maxLength", textOf(schema, maxLength + 1))),
    ...(pattern === undefined ? [] : own("pattern", " \u00e9=")),
    ...(minItems === undefined ? [] : own("minItems", items(minItems - 1))),
    ...(maxItems === undefined ? [] : own("maxItems", items(maxItems + 1))),
  ];
}

function beyond(bound: number, direction: 1 | -1): number {
  return Math.abs(bound) > Number.MAX_SAFE_INTEGER ? bound * 2 : bound + direction;
}

function ofEntries(schema: Json, document: OpenApiDocument): Violation[] {
  if (schema.type !== "array") return [];
  return violationsOf(schema.items, document).map(({ path, keyword, value }) => ({
    path: joined("[0]", path),
    keyword,
    value: [value],
  }));
}

function joined(outer: string, path: string): string {
  return path === "" || path.startsWith("[") ? outer + path : `${outer}.${path}`;
}

function ofMembers(schema: Json, document: OpenApiDocument): Violation[] {
  if (schema.type !== "object") return [];
  const sample = sampleOf(schema, document);
  const required = new Set<string>(schema.required);
  return Object.entries<Json>(schema.properties ?? {}).flatMap(([name, member]) => {
    const within = violationsOf(member, document).map(({ path, keyword, value }) => ({
      path: joined(name, path),
      keyword,
      value: { ...sample, [name]: value },
    }));
    if (!required.has(name)) return within;
    const { [name]: _, ...without } = sample;
    const absent = { path: name, keyword: "required", value: without };
    return [...within, absent, { ...absent, keyword: "required (null)", value: { ...sample, [name]: null } }];
  });
}
