import { describe, expect, test } from "vitest";
import type { HttpRule } from "#contract/google/api/http_pb.js";
import { compileReader } from "../../../server/rpc/codec/dialect/reader.ts";
import type { Issue } from "../../../server/rpc/validation/issue.ts";
import { compileBind } from "../../../server/transports/rest/bind.ts";
import { routesOf } from "../../../server/transports/rest/route.ts";
import { methodOf, rule } from "../../rpc/codec/dialect/contract.ts";

const messages = {
  Query: [
    "string text",
    "int32 count",
    "double ratio",
    "bool flag",
    "enum .geocode.v1.Geometry shape",
    "repeated string texts",
    "repeated int32 counts",
    "repeated double ratios",
    "repeated enum .geocode.v1.Geometry shapes",
    ".geocode.v1.Vector vector",
    "Part part",
  ],
  Part: ["string id", "int32 size", "Part2 part"],
  Part2: ["string id"],
  Update: ["string id", "Part part", "bool force", "map string labels"],
  Move: ["string id", "Part part", "repeated string tags"],
};

/** Binds a request; returns the JSON and the message for the operation, and the issues. */
function bound(input: string, spelling: HttpRule, request: { body?: unknown; values?: string[]; query?: string }) {
  const method = methodOf(messages, input, "Part", spelling);
  const issues: Issue[] = [];
  const route = routesOf(method)[0] as ReturnType<typeof routesOf>[number];
  const json = compileBind(route)(request.body, request.values ?? [], request.query ?? "", issues);
  const message = compileReader(method.input)(json, issues);
  return { json, message, issues: issues.map(({ message: text, provided }) => [text, provided]) };
}

describe("a query can hold", () => {
  test.each<[what: string, query: string, json: object]>([
    ["nothing", "", {}],
    ["texts", "text=a", { text: "a" }],
    ["an empty text", "text=", { text: "" }],
    ["a name without an equals sign", "text", { text: "" }],
    ["a text with equals signs", "text=a=b=", { text: "a=b=" }],
    ["encoded texts", "text=%C3%A9%20%26+%2B", { text: "é & +" }],
    ["encoded names", "te%78t=a", { text: "a" }],
    ["integers", "count=-12", { count: -12 }],
    ["integers with an exponent, as in JSON", "count=1e2", { count: 100 }],
    ["numbers", "ratio=-0.5e-3", { ratio: -0.0005 }],
    ["true", "flag=true", { flag: true }],
    ["false", "flag=false", { flag: false }],
    ["enum values", "shape=cube", { shape: "cube" }],
    ["a text that looks like a number", "text=12", { text: "12" }],
    ["lists, as repeated parameters", "texts=b&texts=a&texts=b", { texts: ["b", "a", "b"] }],
    ["a list of one text with a comma", "texts=a,b", { texts: ["a,b"] }],
    ["lists of integers", "counts=1&counts=2", { counts: [1, 2] }],
    ["lists of numbers", "ratios=1&ratios=2.5", { ratios: [1, 2.5] }],
    ["lists of enum values", "shapes=cube&shapes=octahedron", { shapes: ["cube", "octahedron"] }],
    ["messages that are written as lists", "vector=1&vector=2", { vector: [1, 2] }],
    ["members of a message", "part.id=a&part.size=3", { part: { id: "a", size: 3 } }],
    ["members of nested messages", "part.part.id=a&part.id=b", { part: { part: { id: "a" }, id: "b" } }],
    [
      "several parameters",
      "text=a&count=1&texts=x&part.id=b&texts=y",
      { text: "a", count: 1, texts: ["x", "y"], part: { id: "b" } },
    ],
    ["empty parameters, which are ignored", "&&text=a&=&", { text: "a" }],
  ])("%s: %s", (_, query, json) => {
    const { json: seen, issues } = bound("Query", rule("GET /v1"), { query });
    expect(issues).toEqual([]);
    expect(seen).toEqual(json);
  });

  test("parameters of every type, which the operation receives in the types of the contract", () => {
    const query = "text=a&count=1&ratio=2&flag=true&shape=cube&counts=1&counts=2&vector=0.5&part.part.id=x";
    expect(bound("Query", rule("GET /v1"), { query }).message).toMatchObject({
      text: "a",
      count: 1,
      ratio: 2,
      flag: true,
      shape: 2,
      counts: [1, 2],
      vector: { values: [0.5] },
      part: { part: { id: "x" } },
    });
  });
});

test.each<[query: string, problem: string, provided: unknown]>([
  ["x=1", "x is no parameter of the query at this path", "1"],
  ["Text=a", "Text is no parameter of the query at this path; the nearest is text", "a"],
  ["part=b", "part is no parameter of the query at this path", "b"],
  ["part.idd=c", "part.idd is no parameter of the query at this path; the nearest is part.id", "c"],
  ["vector.values=1", "vector.values is no parameter of the query at this path", "1"],
  ["texts[]=a", "texts[] is no parameter of the query at this path; the nearest is texts", "a"],
  ["x=%zz", "x is no parameter of the query at this path", "%zz"],
  ["%zz=1", "%zz=1 is no parameter of the query at this path", "1"],
  ["__proto__=1", "__proto__ is no parameter of the query at this path", "1"],
  ["constructor=3", "constructor is no parameter of the query at this path", "3"],
])("an unknown parameter is refused: %s", (query, problem, provided) => {
  const { json, issues } = bound("Query", rule("GET /v1"), { query });
  expect([json, issues]).toEqual([{}, [[problem, provided]]]);
});

describe("an invalid parameter has the same issue as in a body", () => {
  test.each<[query: string, problem: string, provided: unknown]>([
    ["count=", "count must be an integer", ""],
    ["count=x", "count must be an integer", "x"],
    ["count=1x", "count must be an integer", "1x"],
    ["count=%201", "count must be an integer", " 1"],
    ["count=%2B1", "count must be an integer", "+1"],
    ["count=01", "count must be an integer", "01"],
    ["count=0x1", "count must be an integer", "0x1"],
    ["count=1_000", "count must be an integer", "1_000"],
    ["count=1.5", "count must be an integer", 1.5],
    ["count=2147483648", "count must be a smaller integer", 2147483648],
    ["ratio=.5", "ratio must be a number", ".5"],
    ["ratio=5.", "ratio must be a number", "5."],
    ["ratio=NaN", "ratio must be a number", "NaN"],
    ["ratio=Infinity", "ratio must be a number", "Infinity"],
    ["ratio=1,5", "ratio must be a number", "1,5"],
    ["flag=1", "flag must be true or false", "1"],
    ["flag=True", "flag must be true or false", "True"],
    ["flag", "flag must be true or false", ""],
    ["shape=CUBE", "shape must be one of tetrahedron, cube, octahedron, dodecahedron, icosahedron", "CUBE"],
    ["shape=2", "shape must be one of tetrahedron, cube, octahedron, dodecahedron, icosahedron", "2"],
    ["counts=1&counts=x", "counts[1] must be an integer", "x"],
    ["vector=1&vector=x", "vector[1] must be a number", "x"],
    ["part.size=x", "part.size must be an integer", "x"],
    ["text=%zz", "text must be percent-encoded UTF-8", "%zz"],
    ["text=%ff", "text must be percent-encoded UTF-8", "%ff"],
    ["text=a&text=b", "text must be given once", "b"],
    ["text=a&text=a", "text must be given once", "a"],
    ["count=1&part.id=x&count=2", "count must be given once", 2],
    ["part.id=1&part.id=2", "part.id must be given once", "2"],
  ])("%s: %s", (query, problem, provided) => {
    expect(bound("Query", rule("GET /v1"), { query }).issues).toEqual([[problem, provided]]);
  });
});

describe("a path variable takes precedence", () => {
  const whole = rule("PATCH /v1/{id}/{part.id}", { body: "*" });
  const part = rule("PATCH /v1/{part.id}", { body: "labels" });
  const nothing = rule("DELETE /v1/{id}/{part.size}");
  const values = ["p", "q"];
  test.each<[what: string, input: string, spelling: HttpRule, request: Parameters<typeof bound>[2], json: unknown]>([
    ["without a query or body", "Move", nothing, { values: ["p", "7"] }, { id: "p", part: { size: 7 } }],
    [
      "over a query",
      "Move",
      nothing,
      { values: ["p", "7"], query: "id=x&part.size=8" },
      { id: "p", part: { size: 7 } },
    ],
    [
      "over an ill-typed query",
      "Move",
      nothing,
      { values: ["p", "7"], query: "part.size=x&id=1&id=2&tags=t&part.id=i" },
      { id: "p", part: { size: 7, id: "i" }, tags: ["t"] },
    ],
    ["over a body", "Move", whole, { values, body: { id: "x", part: { id: "y" } } }, { id: "p", part: { id: "q" } }],
    [
      "over an ill-typed body",
      "Move",
      whole,
      { values, body: { id: [], part: { id: 5 } } },
      { id: "p", part: { id: "q" } },
    ],
    ["over null", "Move", whole, { values, body: { id: null, part: null } }, { id: "p", part: { id: "q" } }],
    ["beside a body", "Move", whole, { values, body: { part: { size: 1 } } }, { id: "p", part: { size: 1, id: "q" } }],
    [
      "beside a body's field",
      "Update",
      part,
      { values: ["q"], body: { a: "b" } },
      { labels: { a: "b" }, part: { id: "q" } },
    ],
  ])("%s", (_, input, spelling, request, json) => {
    const seen = bound(input, spelling, request);
    expect(seen.issues).toEqual([]);
    expect(seen.json).toEqual(json);
  });

  test.each<[text: string, problem: string, provided: unknown]>([
    ["x", "part.size must be an integer", "x"],
    ["", "part.size must be an integer", ""],
    ["01", "part.size must be an integer", "01"],
    ["1.5", "part.size must be an integer", 1.5],
  ])("and is refused with the issue of a body: %s", (text, problem, provided) => {
    expect(bound("Move", nothing, { values: ["p", text] }).issues).toEqual([[problem, provided]]);
  });

  test("and a body that is no object is refused", () => {
    const request = (body: unknown) => bound("Move", whole, { values, body }).issues;
    expect(request([1])).toEqual([["the request must be an object", [1]]]);
    expect(request(null)).toEqual([["the request must be an object", null]]);
    expect(request({ part: 5 })).toEqual([["part must be an object", 5]]);
    expect(request({ part: [] })).toEqual([["part must be an object", []]]);
  });
});

describe("a body can hold", () => {
  test("the whole request; nothing is left for the query", () => {
    const spelling = rule("POST /v1", { body: "*" });
    const { json, issues } = bound("Move", spelling, { body: { tags: ["a"] }, query: "id=x&tags=b" });
    expect(issues.map(([problem]) => problem)).toEqual([
      "id is no parameter of the query at this path",
      "tags is no parameter of the query at this path",
    ]);
    expect(json).toEqual({ tags: ["a"] });
  });

  const field = rule("PATCH /v1/{part.id}", { body: "part" });
  test.each<[what: string, body: unknown, part: unknown]>([
    ["a field", { size: 2 }, { size: 2, id: "q" }],
    ["a field with a member of the path", { id: "x", size: 2 }, { size: 2, id: "q" }],
    ["a field that is null", null, { id: "q" }],
  ])("%s; the query holds the other fields", (_, body, part) => {
    const { json, issues } = bound("Move", field, { body, values: ["q"], query: "id=x&tags=b&part.id=z" });
    expect(issues).toEqual([]);
    expect(json).toEqual({ part, id: "x", tags: ["b"] });
  });

  test("a field that is a list", () => {
    const spelling = rule("PUT /v1/{id}", { body: "tags" });
    expect(bound("Move", spelling, { body: ["a"], values: ["p"] }).json).toEqual({ tags: ["a"], id: "p" });
    expect(bound("Move", spelling, { body: {}, values: ["p"] }).issues).toEqual([["tags must be a list", {}]]);
  });

  test("nothing if the contract has no body", () => {
    const spelling = rule("DELETE /v1/{id}");
    expect(bound("Move", spelling, { body: { tags: ["a"] }, values: ["p"] }).json).toEqual({ id: "p" });
  });
});
