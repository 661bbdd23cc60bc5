import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Json } from "../geocode-operations.ts";

/** The operation of the document for a request. */
export interface FoundOperation {
  readonly operation: Json;
  /** JSON pointer of the operation in the document. */
  readonly pointer: string;
  /** Texts of the path variables, as sent. */
  readonly variables: { readonly [name: string]: string };
}

interface PathPattern {
  readonly path: string;
  readonly pattern: RegExp;
  readonly variables: number;
}

/** An OpenAPI document, with the validators of its schemas, each compiled on first use. */
export class OpenApiDocument {
  readonly json: Json;
  readonly #ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictTuples: false,
    allErrors: false,
    validateSchema: false,
    // Each process compiles them for a few values: to improve the code takes longer than to run it.
    code: { optimize: false },
    formats: { double: true, int32: true, int64: true, "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
  });
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #patterns: readonly PathPattern[];

  constructor(json: Json) {
    this.json = json;
    // Members of the document itself are no keywords.
    this.#ajv.addVocabulary(Object.keys(json));
    this.#ajv.addSchema(withClosedAnswers(json), "openapi");
    this.#patterns = Object.keys(json.paths)
      .map(patternOf)
      .sort((a, b) => a.variables - b.variables);
  }

  /** Finds the operation at a path, as the server does: a literal path before one with variables. */
  find(verb: string, path: string): FoundOperation | undefined {
    for (const { path: template, pattern } of this.#patterns) {
      const match = pattern.exec(path);
      const operation = match && this.json.paths[template][verb.toLowerCase()];
      if (operation)
        return { operation, pointer: pointerOf("paths", template, verb.toLowerCase()), variables: { ...match.groups } };
    }
    return undefined;
  }

  /** Resolves a reference; also returns the JSON pointer at which it ends. */
  resolve(value: Json, pointer: string): { value: Json; pointer: string } {
    if (typeof value?.$ref !== "string") return { value, pointer };
    const target = value.$ref.slice(1);
    let found = this.json;
    for (const part of target.slice(1).split("/")) found = found[decodeURIComponent(part).replaceAll("~1", "/")];
    return this.resolve(found, target);
  }

  /** Returns the flaw of a value by the schema at a JSON pointer; undefined if there is none. */
  flawOf(pointer: string, value: unknown): string | undefined {
    let validate = this.#validators.get(pointer);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `openapi#${pointer}` });
      this.#validators.set(pointer, validate);
    }
    if (validate(value)) return undefined;
    return (validate.errors ?? [])
      .map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
      .join("; ");
  }
}

/** Returns the JSON pointer of a position in the document, as a URL fragment. */
export function pointerOf(...names: string[]): string {
  return names.map((name) => `/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
}

function patternOf(path: string): PathPattern {
  let variables = 0;
  const source = path.replaceAll(/[.:]/g, "\\$&").replaceAll(/\{(\w+)\}/g, (_, name) => {
    variables += 1;
    return `(?<${name}>[^/]+)`;
  });
  return { path, pattern: new RegExp(`^${source}$`), variables };
}

/**
 * Returns the document with answers that allow only declared members. Clients must accept others, which later versions
 * may add; the tests must not.
 */
function withClosedAnswers(json: Json): Json {
  const copy = structuredClone(json);
  for (const [name, schema] of Object.entries<Json>(copy.components.schemas)) {
    if (!/(\.Input|Request)$/.test(name)) close(schema);
  }
  for (const item of Object.values<Json>(copy.paths)) {
    for (const operation of Object.values<Json>(item)) close(operation.responses);
  }
  return copy;
}

function close(schema: Json): void {
  if (typeof schema !== "object" || schema === null) return;
  if (schema.type === "object" && schema.properties) schema.additionalProperties ??= false;
  for (const member of Object.values(schema)) close(member);
}

let published: OpenApiDocument | undefined;

/** Returns the document that the service publishes. */
export function publishedDocument(): OpenApiDocument {
  published ??= new OpenApiDocument(
    JSON.parse(readFileSync(new URL("../../../gen/openapi/openapi.json", import.meta.url), "utf8")),
  );
  return published;
}
