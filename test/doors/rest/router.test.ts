import { expect, test } from "vitest";
import { Router } from "../../../server/doors/rest/router.ts";
import type { Segment } from "../../../server/doors/rest/template.ts";

function template(verb: string, path: string) {
  const segments = path
    .slice(1)
    .split("/")
    .map((text): Segment => (text.startsWith("{") ? { field: text.slice(1, -1) } : { literal: text }));
  return { verb, segments, hasBody: false };
}

const router = new Router<string>();
router.add(template("POST", "/v1/things"), "create");
router.add(template("GET", "/v1/things"), "list");
router.add(template("GET", "/v1/things/{id}"), "get");
router.add(template("GET", "/v1/things/mine"), "mine");
router.add(template("GET", "/v1/things/{id}/parts"), "parts");

test.each([
  ["POST", "/v1/things", "create", {}],
  ["GET", "/v1/things", "list", {}],
  ["GET", "/v1/things/7", "get", { id: "7" }],
  ["GET", "/v1/things/mine", "mine", {}],
  ["GET", "/v1/things/mine/parts", "parts", { id: "mine" }],
  ["GET", "/v1/things/did:key:abc", "get", { id: "did:key:abc" }],
  ["GET", "/v1/things/a%2Fb", "get", { id: "a/b" }],
])("Router finds %s %s", (verb, path, target, variables) => {
  expect(router.find(verb, path)).toEqual({ target, variables });
});

test.each([
  ["PUT", "/v1/things"],
  ["post", "/v1/things"],
  ["GET", "/v1/things/"],
  ["GET", "/v1//things"],
  ["GET", "/v1/THINGS"],
  ["GET", "/v1/things/%zz"],
  ["GET", "/v1/things/a/b/c"],
  ["GET", ""],
  ["GET", "*"],
  ["OPTIONS", "*"],
])("Router finds nothing at %s %s", (verb, path) => {
  expect(router.find(verb, path)).toBeUndefined();
});

test("Router refuses two targets at one path", () => {
  expect(() => router.add(template("GET", "/v1/things"), "again")).toThrow(/same GET path/);
  expect(() => router.add(template("GET", "/v1/things/{name}"), "again")).toThrow(/same segment/);
});
