import type { DescMethodUnary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Issue } from "../../server/rpc/validation/issue.ts";
import { compileValidator } from "../../server/rpc/validation/validate.ts";
import { restCodecs } from "../../server/transports/rest/codec.ts";
import { contractServices } from "../support/contract-services.ts";
import type { Json } from "../support/geocode-operations.ts";
import { arbitraryOf } from "../support/openapi/arbitrary.ts";
import { publishedDocument } from "../support/openapi/document.ts";
import { violationsOf } from "../support/openapi/violations.ts";

const runs = Number(process.env["LAW_RUNS"] ?? 5);
const document = publishedDocument();
const methods = (await contractServices())
  .flatMap((service) => service.methods)
  .filter((method) => method.methodKind === "unary") as DescMethodUnary[];

const routes = methods.flatMap((method) => {
  const validate = compileValidator(method.input);
  return restCodecs(method).map((codec, index) => {
    const id = `${method.parent.name}_${method.name}${index === 0 ? "" : `_${index + 1}`}`;
    return { id, codec, validate, operation: operationOf(id), bound: codec.route.bound.map(({ text }) => text) };
  });
});
type Route = (typeof routes)[number];

function operationOf(id: string): Json {
  const operations = Object.values<Json>(document.json.paths).flatMap((item) => Object.values<Json>(item));
  return operations.find(({ operationId }) => operationId === id);
}

function parametersOf({ operation }: Route, place: string): Json[] {
  return operation.parameters
    .map((one: Json) => document.resolve(one, "").value)
    .filter((one: Json) => one.in === place);
}

function bodySchema({ operation }: Route): Json | undefined {
  return operation.requestBody?.content["application/json"].schema;
}

/** Faults of a request that the codec and the rules of the contract find. */
function issuesOf({ codec, validate, bound }: Route, path: Json, query: Json, body: Json): readonly Issue[] {
  const text = new URLSearchParams(query).toString();
  const values = bound.map((name) => path[name]);
  const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
  const { message, issues } = codec.read(bytes, [text, ...values]);
  const found = [...issues];
  validate?.(message, "", found);
  return found;
}

function isEmpty(schema: Json): boolean {
  const { type, properties } = document.resolve(schema, "").value;
  return type === "object" && properties === undefined;
}

function recordOf(parameters: Json[]): fc.Arbitrary<Json> {
  return fc.record(Object.fromEntries(parameters.map(({ name, schema }) => [name, arbitraryOf(schema, document)])), {
    requiredKeys: parameters.filter(({ required }) => required === true).map(({ name }) => name) as never[],
  });
}

test.each(routes)("$id: the codec accepts what the document allows", (route) => {
  const schema = bodySchema(route);
  const request = fc.record({
    path: recordOf(parametersOf(route, "path")),
    query: recordOf(parametersOf(route, "query")),
    // Without members of its own, a body can only name what the path holds.
    body:
      schema === undefined ? fc.constant(undefined) : isEmpty(schema) ? fc.constant({}) : arbitraryOf(schema, document),
  });
  fc.assert(
    fc.property(request, ({ path, query, body }) => {
      expect(issuesOf(route, path, query, body)).toEqual([]);
    }),
    { numRuns: runs },
  );
});

test.each(routes.filter((route) => bodySchema(route) !== undefined))(
  "$id: the codec refuses what it does not",
  (route) => {
    const path = Object.fromEntries(route.bound.map((name) => [name, "x"]));
    for (const { path: at, keyword, value } of violationsOf(bodySchema(route), document)) {
      // The operation checks the numbers of lists, after their lengths.
      if (/^(minimum|maximum)$/.test(keyword) && at.endsWith("]")) continue;
      expect(
        issuesOf(route, path, {}, value).map((issue) => issue.path),
        `${at} ${keyword}`,
      ).toContain(at);
    }
  },
);
