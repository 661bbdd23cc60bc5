import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../support/geocode-operations.ts";
import { runsOf } from "../support/laws/runs.ts";
import { arbitraryOf } from "../support/openapi/arbitrary.ts";
import { pointerOf, publishedDocument } from "../support/openapi/document.ts";
import { sampleOf, textOf } from "../support/openapi/samples.ts";
import { type Violation, violationsOf } from "../support/openapi/violations.ts";
import { operatorKey } from "../support/server.ts";
import { sharedServer } from "../support/shared-server.ts";

const server = sharedServer({ LOG_LEVEL: "error" });
const document = publishedDocument();
const runs = runsOf(4).numRuns;
/** Each of their requests makes or restores a whole backup. */
const costly = new Set(["BackupService_CreateBackup", "BackupService_DrillBackup"]);

const operations = Object.entries<Json>(document.json.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([verb, operation]) => ({
    id: operation.operationId as string,
    path,
    verb: verb.toUpperCase(),
    body: operation.requestBody?.content["application/json"].schema as Json | undefined,
    bodyPointer: pointerOf("paths", path, verb, "requestBody", "content", "application/json", "schema"),
    parameters: operation.parameters
      .map((one: Json) => document.resolve(one, "").value)
      .filter((one: Json) => one.in === "path" || one.in === "query") as Json[],
  })),
);
type Operation = (typeof operations)[number];

/** Values of the parameters of the path and the query. */
type Values = { [name: string]: Json };

/** Sends a request; the answer is checked against the document by `fetch`. */
async function send(
  { path, verb, parameters }: Operation,
  values: Values,
  body: Json,
): Promise<{ status: number; error: Json }> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters)
    if (place === "query" && values[name] !== undefined) query.set(name, String(values[name]));
  const response = await fetch(`${server().url}${filled}?${query}`, {
    method: verb,
    headers: {
      Authorization: `Bearer ${operatorKey}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  if (headers.get("content-type") === "text/event-stream") {
    await response.body?.cancel();
    return { status, error: undefined };
  }
  return { status, error: ((await response.json()) as Json).error };
}

function samples({ parameters }: Operation): Values {
  const needed = parameters.filter((one) => one.required === true);
  return Object.fromEntries(needed.map((one) => [one.name, sampleOf(one.schema, document)]));
}

/** Violations of one parameter, which is sent as text. */
function parameterViolations(parameter: Json): Violation[] {
  const isText = document.resolve(parameter.schema, "").value.type === "string";
  const within = violationsOf(parameter.schema, document).filter(({ keyword }) => keyword !== "type" || !isText);
  const sendable = within.filter(({ value }) => parameter.in === "query" || value !== "");
  const absent = { path: "", keyword: "required", value: undefined };
  return parameter.in === "query" && parameter.required === true ? [...sendable, absent] : sendable;
}

describe("a value outside of the document is refused", { tags: ["slow/exhaustive"] }, () => {
  test.each(operations)("$id", async (operation) => {
    const { body, parameters, bodyPointer } = operation;
    const values = samples(operation);
    for (const parameter of parameters) {
      for (const { keyword, value } of parameterViolations(parameter)) {
        const { status, error } = await send(
          operation,
          { ...values, [parameter.name]: value },
          body && sampleOf(body, document),
        );
        const title = `${parameter.name} ${keyword} ${JSON.stringify(value)?.slice(0, 80)}`;
        expect([title, status, error?.details.parameter]).toEqual([title, 400, parameter.name]);
      }
    }
    for (const { path, keyword, value } of body === undefined ? [] : violationsOf(body, document)) {
      const title = `${path} ${keyword} ${JSON.stringify(value)?.slice(0, 80)}`;
      expect(document.flawOf(bodyPointer, value), title).toBeDefined();
      const { status, error } = await send(operation, values, value);
      expect([title, status], JSON.stringify(error)).toEqual([title, 400]);
      expect(error.code, title).toMatch(/^PARAMETER_(REQUIRED|INVALID)$|^VECTOR_DIMENSION_MISMATCH$/);
      // Numbers of lists are checked by the operation, after the lengths.
      if (!/^(minimum|maximum)$/.test(keyword) || !path.endsWith("]"))
        expect(error.details.parameter).toBe(path === "" ? "body" : path);
    }
  });
});

describe("a value of the document is answered as it says", { tags: ["slow/exhaustive"] }, () => {
  test.each(operations)("$id", async (operation) => {
    const { body, parameters } = operation;
    const values = fc.record(Object.fromEntries(parameters.map((one) => [one.name, parameterValue(one)])), {
      requiredKeys: parameters.filter((one) => one.required === true).map((one) => one.name) as never[],
    });
    const sent = fc.record({ values, body: body === undefined ? fc.constant(undefined) : arbitraryOf(body, document) });
    await fc.assert(
      fc.asyncProperty(sent, async (made) => {
        // `fetch` throws for an answer that the document does not allow.
        const { status } = await send(operation, made.values, made.body);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: costly.has(operation.id) ? Math.min(runs, 4) : runs },
    );
  });

  /** A segment of a path is neither empty nor one of those that URLs resolve. */
  function parameterValue({ in: place, schema }: Json): fc.Arbitrary<Json> {
    const any = arbitraryOf(schema, document);
    return place === "path" ? any.filter((value) => !["", ".", ".."].includes(value)) : any;
  }
});

test("samples and violations cover every kind of bound", () => {
  const keywords = new Set(
    operations.flatMap(({ body }) => (body ? violationsOf(body, document) : [])).map(({ keyword }) => keyword),
  );
  const kinds = [
    "type",
    "required",
    "enum",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
  ];
  expect([...keywords]).toEqual(expect.arrayContaining(kinds));
  expect(textOf({ pattern: "^[a-z]+$" }, 3)).toBe("aaa");
});
