import { describe, expect, test } from "vitest";
import { goldenVectors } from "../golden/vectors.ts";
import type { Json } from "../support/geocode-operations.ts";
import { legalRequests, paths } from "../support/geocode-operations.ts";
import { OpenApiDocument, publishedDocument } from "../support/openapi/document.ts";
import { flawOfExchange, type RestExchange } from "../support/openapi/exchange-check.ts";
import { sharedServer } from "../support/shared-server.ts";

const server = sharedServer();
const request = legalRequests.transform;

/** A call that succeeds, and its answer. */
async function exchange(sent: Json = request): Promise<RestExchange> {
  const { status, headers, body } = await server().post(paths.transform, sent);
  return { method: "POST", path: paths.transform, requestBody: JSON.stringify(sent), status, headers, body };
}

/** The published document with a change. */
function altered(change: (document: Json) => void): OpenApiDocument {
  const json = structuredClone(publishedDocument().json);
  change(json);
  return new OpenApiDocument(json);
}

const requestMembers = (document: Json) => document.components.schemas["geocode.v1.TransformRequest"].properties;
const response = (document: Json) => document.components.schemas["geocode.v1.TransformResponse"];
const operation = (document: Json) => document.paths[paths.transform].post;

describe("a document that disagrees with the server is noticed", () => {
  test.each<[string, (document: Json) => void, RegExp]>([
    [
      "a lower bound",
      (json) => (requestMembers(json).source_dimensions.maximum = 4),
      /accepted with the body: \/source_dimensions/,
    ],
    [
      "a required member more",
      (json) => json.components.schemas["geocode.v1.TransformRequest"].required.push("precision"),
      /accepted.*precision/,
    ],
    [
      "a word less",
      (json) => json.components.schemas["geocode.v1.TransformationType"].enum.splice(1, 1),
      /transformation_type/,
    ],
    [
      "a member of an answer that is not declared",
      (json) => delete response(json).properties.magnitude,
      /additional.*magnitude/,
    ],
    [
      "a member of an answer that is never there",
      (json) => {
        response(json).required.push("metrics_of_old");
        response(json).properties.metrics_of_old = {};
      },
      /metrics_of_old/,
    ],
    ["another type", (json) => (response(json).properties.source_dimensions = { type: "string" }), /source_dimensions/],
    [
      "a header less",
      (json) => delete operation(json).responses[200].headers["X-RateLimit-Reset"],
      /header x-ratelimit-reset is not/,
    ],
    [
      "a header that is never there",
      (json) => (operation(json).responses[200].headers["X-Old"] = { required: true, schema: {} }),
      /X-Old is missing/,
    ],
    ["a status less", (json) => delete operation(json).responses[200], /status 200 is not/],
  ])("%s", async (_, change, flaw) => {
    const made = await exchange();
    expect(flawOfExchange(made)).toBeUndefined();
    expect(flawOfExchange(made, altered(change))).toMatch(flaw);
  });

  test("a code that the status does not have", async () => {
    const { headers, body, status } = await server().post(paths.transform, { ...request, source_dimensions: 14 });
    const made = { method: "POST", path: paths.transform, status, headers, body };
    expect(flawOfExchange(made)).toBeUndefined();
    expect(flawOfExchange({ ...made, body: { error: { ...body.error, code: "INTERNAL" } } })).toMatch(/code/);
  });
});

test("what a test fetches is checked", async () => {
  const { fetch: checked } = globalThis;
  expect(checked.name).not.toBe("fetch");
  const headers = { "X-Request-Id": "x".repeat(20) };
  expect((await checked(`${server().url}/v1/admin/keys`, { headers })).status).toBe(401);
});

describe("golden requests and answers are inside the document", () => {
  const { requests } = goldenVectors<{ requests: { path: string; body: object; answer: object }[] }>("service", []);
  test.each(requests)("POST $path", ({ path, body, answer }) => {
    expect(
      flawOfExchange({ method: "POST", path, requestBody: JSON.stringify(body), status: 200, body: answer }),
    ).toBeUndefined();
  });

  const { answers } = goldenVectors<{ answers: { [path: string]: object } }>("service", []);
  test.each(Object.entries(answers))("GET %s", (path, answer) => {
    expect(flawOfExchange({ method: "GET", path, status: 200, body: answer })).toBeUndefined();
  });

  interface GeometryCase {
    readonly id: string;
    readonly op: string;
    readonly request: object;
  }
  const { cases } = goldenVectors<{ cases: GeometryCase[] }>("geometry-vectors", []);
  test.each(cases)("$id", ({ op, request: body }) => {
    const pointer = `/paths/~1v1~1geocode~1${op}/post/requestBody/content/application~1json/schema`;
    expect(publishedDocument().flawOf(pointer, body)).toBeUndefined();
  });
});
