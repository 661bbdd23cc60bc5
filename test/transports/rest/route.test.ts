import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { HttpRuleSchema } from "#contract/google/api/http_pb.js";
import type { Streams } from "../../../server/rpc/streams/streams.ts";
import { routesOf } from "../../../server/transports/rest/route.ts";
import { createRestTransport } from "../../../server/transports/rest/transport.ts";
import { contract, type Methods, methodOf, rule } from "../../rpc/codec/dialect/contract.ts";

const messages = {
  Request: [
    "string id",
    "repeated string tags",
    "map string labels",
    "Part part",
    "repeated Part parts",
    ".geocode.v1.Vector vector",
    ".geocode.v1.VectorData data",
    ".google.protobuf.Struct notes",
    "enum .geocode.v1.Geometry shape",
  ],
  Simple: ["string id", "string name", "Part part"],
  Part: ["string id", "int32 size"],
  Loop: ["string id", "Loop loop"],
  Answer: ["string text", "Part part"],
};

const never = () => Promise.reject();
const noStreams: Streams = { methods: [], count: 0, open: () => Promise.reject(), close: () => {} };

/** Creates the transport as the server does at its start. */
function start(methods: Methods): void {
  createRestTransport({ services: [contract(messages, methods)], answer: never, refuse: never }, noStreams, () => {});
}

describe("an HTTP rule that cannot be served is refused at the start with the reason", () => {
  test.each([
    ["Request", rule("GET /v1/{a"), "GET /v1/{a: a { has no } after it"],
    ["Request", rule("PUT things"), "PUT things: the path must begin with /"],
    ["Request", rule("GET /v1/**/x"), "GET /v1/**/x: ** must be the last segment"],
    ["Request", rule("A:B /v1"), "A:B /v1: the verb is no HTTP method"],
    ["Request", rule("GET /v1/{nope}"), "GET /v1/{nope}: the variable nope names no field of t.Request"],
    ["Request", rule("GET /v1/{ID}"), "GET /v1/{ID}: the variable ID names no field of t.Request"],
    ["Request", rule("GET /v1/{part.nope}"), "GET /v1/{part.nope}: the variable part.nope names no field of t.Request"],
    ["Request", rule("GET /v1/{id.x}"), "GET /v1/{id.x}: the variable id.x names no field of t.Request"],
    ["Request", rule("GET /v1/{tags}"), "GET /v1/{tags}: the variable tags names tags, which is repeated"],
    ["Request", rule("GET /v1/{labels}"), "GET /v1/{labels}: the variable labels names labels, which is repeated"],
    ["Request", rule("GET /v1/{parts.id}"), "GET /v1/{parts.id}: the variable parts.id names parts, which is repeated"],
    ["Request", rule("GET /v1/{part}"), "GET /v1/{part}: the variable part names a message"],
    [
      "Request",
      rule("GET /v1/{vector.values}"),
      "GET /v1/{vector.values}: the variable vector.values leads into geocode.v1.Vector, which is not written as an object",
    ],
    [
      "Request",
      rule("GET /v1/{data.vector}"),
      "GET /v1/{data.vector}: the variable data.vector leads into geocode.v1.VectorData, which is not written as an object",
    ],
    [
      "Request",
      rule("GET /v1/{notes.fields}"),
      "GET /v1/{notes.fields}: the variable notes.fields leads into google.protobuf.Struct, which is not written as an object",
    ],
    ["Request", rule("GET /v1/{id}/{id}"), "GET /v1/{id}/{id}: the variable id is bound twice"],
    [
      "Request",
      rule("GET /v1/{part.id}/{part.id=x/*}"),
      "GET /v1/{part.id}/{part.id=x/*}: the variable part.id is bound twice",
    ],
    ["Request", rule("POST /v1", { body: "nope" }), "POST /v1: the body is nope, which is no field of t.Request"],
    ["Request", rule("POST /v1", { body: "part.id" }), "POST /v1: the body is part.id, which is no field of t.Request"],
    ["Request", rule("POST /v1/{id}", { body: "id" }), "POST /v1/{id}: the body is id, which the path holds already"],
    ["Request", rule("GET /v1", { body: "*" }), "GET /v1: GET has no body"],
    ["Request", rule("HEAD /v1", { body: "part" }), "HEAD /v1: HEAD has no body"],
    [
      ".geocode.v1.Vector",
      rule("GET /v1"),
      'GET /v1: geocode.v1.Vector is not written as an object, so that the body must be "*"',
    ],
    [
      "Simple",
      rule("GET /v1", { responseBody: "nope" }),
      "GET /v1: the response body is nope, which is no field of t.Answer",
    ],
    [
      "Simple",
      rule("GET /v1", { additionalBindings: [rule("GET /v2", { additionalBindings: [rule("GET /v3")] })] }),
      "GET /v2: an additional binding must not have additional bindings",
    ],
    [
      "Simple",
      rule("GET /v1", { additionalBindings: [rule("GET /v2/{nope}")] }),
      "GET /v2/{nope}: the variable nope names no field of t.Simple",
    ],
    ["Request", rule("GET /v1"), "GET /v1: labels cannot be written in a query, so that it must be in the body"],
    [
      "Request",
      rule("PUT /v1", { body: "labels" }),
      "PUT /v1: parts cannot be written in a query, so that it must be in the body",
    ],
  ])("%s: %s", (input, spelling, problem) => {
    const text = `rpc t.Library.Call, ${problem}`;
    expect(() => start({ Call: [input, "Answer", spelling] })).toThrow(new Error(text));
  });

  test.each([
    ["map string x", "x"],
    ["repeated Part x", "x"],
    ["repeated .geocode.v1.Vector x", "x"],
    [".geocode.v1.VectorArray x", "x"],
    [".geocode.v1.VectorMap x", "x"],
    [".geocode.v1.VectorData x", "x"],
    [".google.protobuf.Struct x", "x"],
    ["Deep x", "x.labels"],
  ])("a field %s that would be in the query", (line, name) => {
    const all = { ...messages, Odd: [line], Deep: ["map string labels"] };
    const service = contract(all, { Call: ["Odd", "Answer", rule("DELETE /v1")] });
    const text = `rpc t.Library.Call, DELETE /v1: ${name} cannot be written in a query, so that it must be in the body`;
    expect(() =>
      createRestTransport({ services: [service], answer: never, refuse: never }, noStreams, () => {}),
    ).toThrow(new Error(text));
  });

  test("a rule without a verb", () => {
    const problem = "rpc t.Library.Call: google.api.http names no verb";
    expect(() => start({ Call: ["Simple", "Answer", create(HttpRuleSchema)] })).toThrow(new Error(problem));
    expect(() => start({ Call: ["Simple", "Answer", rule(" /v1")] })).toThrow(new Error(problem));
  });

  test("a rule of a recursive request", () => {
    expect(() => start({ Call: ["Loop", "Answer", rule("GET /v1")] })).toThrow(
      new Error("t.Loop is recursive, which the dialect cannot express"),
    );
  });

  test("a response body that is a member of a oneof", () => {
    const spelling = rule("GET /v1", { responseBody: "vector" });
    expect(() => start({ Call: ["Simple", ".geocode.v1.VectorData", spelling] })).toThrow(
      new Error("rpc t.Library.Call, GET /v1: the response body is vector, which is in a oneof"),
    );
  });
});

describe("two HTTP rules with the same paths are refused at the start", () => {
  test("of two methods", () => {
    const methods: Methods = {
      Get: ["Simple", "Answer", rule("GET /v1/{id}")],
      Find: ["Simple", "Answer", rule("GET /v1/{name}")],
    };
    expect(() => start(methods)).toThrow(
      new Error("rpc t.Library.Find, GET /v1/{name}: rpc t.Library.Get, GET /v1/{id} has the same paths"),
    );
  });

  test("of one method", () => {
    const spelling = rule("GET /v1/{id}", { additionalBindings: [rule("GET /v1/{name=*}")] });
    expect(() => start({ Get: ["Simple", "Answer", spelling] })).toThrow(
      new Error("rpc t.Library.Get, GET /v1/{name=*}: rpc t.Library.Get, GET /v1/{id} has the same paths"),
    );
  });
});

test("a method has a route for its HTTP rule and for each additional binding", () => {
  const method = methodOf(
    messages,
    "Simple",
    "Answer",
    rule("PATCH /v1/{part.id=parts/*}/{id}", {
      body: "part",
      responseBody: "text",
      additionalBindings: [rule("POST /v1/simple", { body: "*" }), rule("PURGE /v1/{id}")],
    }),
  );
  const routes = routesOf(method).map(({ verb, bound, body, responseBody }) => [
    verb,
    bound.map(({ names }) => names),
    typeof body === "object" ? body.name : body,
    responseBody?.name,
  ]);
  expect(routes).toEqual([
    ["PATCH", [["part", "id"], ["id"]], "part", "text"],
    ["POST", [], "request", undefined],
    ["PURGE", [["id"]], undefined, undefined],
  ]);
});
