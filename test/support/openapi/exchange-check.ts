import type { Json } from "../geocode-operations.ts";
import { type FoundOperation, type OpenApiDocument, pointerOf, publishedDocument } from "./document.ts";

/** A request over REST, and its answer. */
export interface RestExchange {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly requestHeaders?: { readonly [name: string]: string };
  /** Text of the body; undefined if there is none, or if it was bytes. */
  readonly requestBody?: string | undefined;
  readonly status: number;
  /** Undefined: unknown. */
  readonly headers?: Headers;
  readonly body: unknown;
}

/** Headers of HTTP itself and of proxies, which no operation declares. */
const generalHeaders = new Set(
  "connection content-length content-type date keep-alive server transfer-encoding vary x-content-type-options".split(
    " ",
  ),
);

/**
 * Returns the difference between the document and an answer or an accepted request; undefined if both agree with it.
 * Answers of other protocols, and documents, are not checked.
 */
export function flawOfExchange(exchange: RestExchange, document = publishedDocument()): string | undefined {
  const [path = ""] = exchange.path.split("?", 1);
  const found = document.find(exchange.method, path);
  if (found === undefined) return flawOfUnknown(exchange, document);
  return (
    flawOfAnswer(exchange, found, document) ??
    (exchange.status === 200 ? flawOfRequest(exchange, found, document) : undefined)
  );
}

/** Checks an answer at an unknown path, which must be the error of the table. */
function flawOfUnknown({ status, body }: RestExchange, document: OpenApiDocument): string | undefined {
  const isError = status === 404 && typeof body === "object" && body !== null && "error" in body;
  return isError ? document.flawOf("/components/responses/404/content/application~1json/schema", body) : undefined;
}

function flawOfAnswer(
  { status, headers, body }: RestExchange,
  { operation, pointer }: FoundOperation,
  document: OpenApiDocument,
): string | undefined {
  const declared = operation.responses[status];
  if (declared === undefined) return `status ${status} is not in the document`;
  const response = document.resolve(declared, `${pointer}/responses/${status}`);
  const flaw = document.flawOf(`${response.pointer}/content/application~1json/schema`, body);
  if (flaw !== undefined) return `body: ${flaw}`;
  return headers && flawOfHeaders(headers, response, document);
}

function flawOfHeaders(
  headers: Headers,
  response: { value: Json; pointer: string },
  document: OpenApiDocument,
): string | undefined {
  const declared = new Map(
    Object.entries<Json>(response.value.headers).map(([name, header]) => [name.toLowerCase(), { name, header }]),
  );
  for (const name of headers.keys()) {
    if (!declared.has(name) && !generalHeaders.has(name) && !name.startsWith("access-control-")) {
      return `header ${name} is not in the document`;
    }
  }
  for (const { name, header } of declared.values()) {
    const { value, pointer } = document.resolve(header, `${response.pointer}${pointerOf("headers", name)}`);
    const text = headers.get(name);
    if (text === null) {
      if (value.required === true) return `header ${name} is missing`;
      continue;
    }
    const flaw = document.flawOf(`${pointer}/schema`, parsed([text], value.schema, document));
    if (flaw !== undefined) return `header ${name}: ${flaw}`;
  }
  return undefined;
}

function flawOfRequest(exchange: RestExchange, found: FoundOperation, document: OpenApiDocument): string | undefined {
  const { operation, pointer } = found;
  for (const [index, declared] of (operation.parameters ?? []).entries()) {
    const { value, pointer: at } = document.resolve(declared, `${pointer}/parameters/${index}`);
    const texts = textsOf(value, exchange, found);
    if (texts.length === 0) {
      if (value.required === true) return `was accepted without ${value.name}`;
      continue;
    }
    const flaw = document.flawOf(`${at}/schema`, parsed(texts, value.schema, document));
    if (flaw !== undefined) return `was accepted with ${value.in} parameter ${value.name}: ${flaw}`;
  }
  if (operation.requestBody === undefined || exchange.requestBody === undefined) return undefined;
  const flaw = document.flawOf(
    `${pointer}/requestBody/content/application~1json/schema`,
    JSON.parse(exchange.requestBody),
  );
  return flaw && `was accepted with the body: ${flaw}`;
}

function textsOf(parameter: Json, { path, requestHeaders }: RestExchange, { variables }: FoundOperation): string[] {
  if (parameter.in === "query") return new URL(path, "http://x").searchParams.getAll(parameter.name);
  if (parameter.in === "path") return [decodeURIComponent(variables[parameter.name] as string)];
  const header = new Headers(requestHeaders).get(parameter.name);
  return header === null || header === "" ? [] : [header];
}

/** Returns the value of texts in a path, query or header: numbers and booleans are written as in JSON. */
function parsed(texts: readonly string[], schema: Json, document: OpenApiDocument): unknown {
  const [text = ""] = texts;
  const types = typesOf(schema, document);
  if (types.includes("array")) return texts.map((one) => parsed([one], schema.items, document));
  if ((types.includes("integer") || types.includes("number")) && /^-?\d/.test(text)) return Number(text);
  return types.includes("boolean") && /^(true|false)$/.test(text) ? text === "true" : text;
}

function typesOf(schema: Json, document: OpenApiDocument): string[] {
  const { type, anyOf = [] } = document.resolve(schema, "").value;
  return [type, ...anyOf.flatMap((one: Json) => typesOf(one, document))].flat().filter(Boolean);
}

/** Whether the document has an operation at a path. */
export function isOperation(verb: string, path: string): boolean {
  return publishedDocument().find(verb, path) !== undefined;
}
