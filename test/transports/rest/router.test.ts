import { describe, expect, test } from "vitest";
import { Router } from "../../../server/transports/rest/router.ts";
import { parseTemplate } from "../../../server/transports/rest/template.ts";

/** Creates a router whose targets are the routes themselves, such as `GET /v1/things`. */
function routerOf(...spellings: string[]): Router<string> {
  const router = new Router<string>();
  for (const spelling of spellings) {
    const [verb, path] = spelling.split(" ") as [string, string];
    router.add(verb, parseTemplate(path), spelling, spelling);
  }
  return router;
}

/** Returns the route of a request such as `GET /v1/things`, and the values of its variables. */
function found(router: Router<string>, request: string): [string, ...string[]] | undefined {
  const match = router.find(...(request.split(" ") as [string, string]));
  return match && [match.target, ...match.values];
}

const plain = [
  "POST /v1/things",
  "GET /v1/things",
  "GET /v1/things/{id}",
  "GET /v1/things/mine",
  "GET /v1/things/{id}/parts",
];
const overlapping = ["GET /v1/a/{x}", "POST /v1/{y}/b", "GET /v1/{y}/{z}/c", "PUT /v1/a/b", "DELETE /v1/**"];
const wild = [
  "GET /v1/{name=shelves/*/books/*}",
  "GET /v1/{name=shelves/*}/books",
  "GET /v1/files/{path=**}",
  "GET /v1/{name=trees/**}",
  "GET /v1/*/any/{id}",
  "GET /v1/{kind=fixed}",
];
const verbs = [
  "GET /v1/things/{id}",
  "POST /v1/things/{id}:cancel",
  "POST /v1/things:batch",
  "GET /v1/{name=jobs/*}:watch",
  "POST /v1/files/{path=**}:purge",
  "GET /v1/files/{path=**}",
  "GET /v1/{name=jobs/all}:count",
];
const customVerbs = ["HEAD /v1/things", "* /v1/things", "GET /v1/things", "* /v1/any/{id}", "GET /v1/{x}/{y}"];
const encoded = ["GET /v1/@me", "GET /v1/@me/{x}", "GET /v1/caf%C3%A9"];

describe("a router finds", () => {
  test.each<[what: string, spellings: string[], request: string, ...Exclude<ReturnType<typeof found>, undefined>]>([
    ["a path without variables", plain, "POST /v1/things", "POST /v1/things"],
    ["another verb of the same path", plain, "GET /v1/things", "GET /v1/things"],
    ["a variable", plain, "GET /v1/things/7", "GET /v1/things/{id}", "7"],
    ["literal text rather than a variable", plain, "GET /v1/things/mine", "GET /v1/things/mine"],
    ["a variable beside a literal text", plain, "GET /v1/things/mine/parts", "GET /v1/things/{id}/parts", "mine"],
    ["an id with colons", plain, "GET /v1/things/did:key:abc", "GET /v1/things/{id}", "did:key:abc"],

    ["a verb that the literal path does not have", overlapping, "POST /v1/a/b", "POST /v1/{y}/b", "a"],
    ["a literal text and a variable", overlapping, "GET /v1/a/b", "GET /v1/a/{x}", "b"],
    ["a verb of the literal path", overlapping, "PUT /v1/a/b", "PUT /v1/a/b"],
    ["a longer path than the literal one has", overlapping, "GET /v1/a/b/c", "GET /v1/{y}/{z}/c", "a", "b"],
    ["a ** if nothing else matches", overlapping, "DELETE /v1/a/b", "DELETE /v1/**"],

    ["several segments", wild, "GET /v1/shelves/1/books/2", "GET /v1/{name=shelves/*/books/*}", "shelves/1/books/2"],
    ["a variable in the middle", wild, "GET /v1/shelves/1/books", "GET /v1/{name=shelves/*}/books", "shelves/1"],
    ["a ** of several segments", wild, "GET /v1/files/a/b/c", "GET /v1/files/{path=**}", "a/b/c"],
    ["a ** of one segment", wild, "GET /v1/files/a", "GET /v1/files/{path=**}", "a"],
    ["a ** of no segment", wild, "GET /v1/files", "GET /v1/files/{path=**}", ""],
    ["a ** with empty segments", wild, "GET /v1/files/a//b/", "GET /v1/files/{path=**}", "a//b/"],
    ["literal text before a ** of no segment", wild, "GET /v1/trees", "GET /v1/{name=trees/**}", "trees"],
    ["a wildcard without a variable", wild, "GET /v1/x/any/7", "GET /v1/*/any/{id}", "7"],
    ["a variable with a fixed value", wild, "GET /v1/fixed", "GET /v1/{kind=fixed}", "fixed"],

    ["a colon verb", verbs, "POST /v1/things/7:cancel", "POST /v1/things/{id}:cancel", "7"],
    ["the last colon's verb", verbs, "POST /v1/things/did:key:7:cancel", "POST /v1/things/{id}:cancel", "did:key:7"],
    ["a colon verb of no template as data", verbs, "GET /v1/things/did:key:abc", "GET /v1/things/{id}", "did:key:abc"],
    ["a colon verb of another template as data", verbs, "GET /v1/things/7:watch", "GET /v1/things/{id}", "7:watch"],
    ["a colon verb of another HTTP verb as data", verbs, "GET /v1/things/7:cancel", "GET /v1/things/{id}", "7:cancel"],
    ["a segment of a colon verb only as data", verbs, "GET /v1/things/:cancel", "GET /v1/things/{id}", ":cancel"],
    ["an encoded colon as data", verbs, "GET /v1/jobs/7%3Awatch:watch", "GET /v1/{name=jobs/*}:watch", "jobs/7:watch"],
    ["a colon verb after literal text", verbs, "POST /v1/things:batch", "POST /v1/things:batch"],
    ["a colon verb outside of a value", verbs, "GET /v1/jobs/7:watch", "GET /v1/{name=jobs/*}:watch", "jobs/7"],
    ["a colon verb after a **", verbs, "POST /v1/files/a/b:purge", "POST /v1/files/{path=**}:purge", "a/b"],
    ["a colon verb after a ** of no segment", verbs, "POST /v1/files:purge", "POST /v1/files/{path=**}:purge", ""],
    ["a colon in a **", verbs, "GET /v1/files/a:b/c:d", "GET /v1/files/{path=**}", "a:b/c:d"],
    ["a colon verb after a fixed value", verbs, "GET /v1/jobs/all:count", "GET /v1/{name=jobs/all}:count", "jobs/all"],

    ["a verb by its name", customVerbs, "HEAD /v1/things", "HEAD /v1/things"],
    ["a verb by its name rather than any verb", customVerbs, "GET /v1/things", "GET /v1/things"],
    ["any verb", customVerbs, "PURGE /v1/things", "* /v1/things"],
    ["literal text for any verb rather than a variable", customVerbs, "GET /v1/any/7", "* /v1/any/{id}", "7"],

    ["literal text as written", encoded, "GET /v1/@me", "GET /v1/@me"],
    ["literal text percent-encoded", encoded, "GET /v1/%40me", "GET /v1/@me"],
    ["literal text percent-encoded and a variable", encoded, "GET /v1/%40me/7", "GET /v1/@me/{x}", "7"],
    ["literal text that the contract encodes", encoded, "GET /v1/caf%C3%A9", "GET /v1/caf%C3%A9"],
  ])("%s", (_, spellings, request, ...expected) => {
    expect(found(routerOf(...spellings), request)).toEqual(expected);
    // The order in which routes are added has no influence.
    expect(found(routerOf(...spellings.toReversed()), request)).toEqual(expected);
  });
});

describe("a router decodes", () => {
  test.each([
    ["every escape in one segment", "GET /v1/one/{x}", "GET /v1/one/a%2Fb%2f%20%C3%A9%25%3A", "a/b/ é%:"],
    ["no plus sign", "GET /v1/one/{x}", "GET /v1/one/a+b", "a+b"],
    ["all but slashes in several segments", "GET /v1/{x=s/*}", "GET /v1/s/a%2Fb%2f%20%C3%A9%25%3A", "s/a%2Fb%2f é%:"],
    ["all but slashes in a **", "GET /v1/{x=**}", "GET /v1/a%2Fb/c%20d/%252F", "a%2Fb/c d/%2F"],
    ["all but slashes in a ** of one segment", "GET /v1/{x=**}", "GET /v1/a%2Fb", "a%2Fb"],
    ["nothing twice", "GET /v1/{x}", "GET /v1/%2541", "%41"],
  ])("%s", (_, spelling, request, value) => {
    expect(found(routerOf(spelling), request)).toEqual([spelling, value]);
  });
});

describe("a router finds nothing for", () => {
  const all = [...plain, "GET /v1/shelves/{id=*}/{rest=**}", "POST /v1/things/{id}:cancel"];
  test.each([
    "PUT /v1/things",
    "post /v1/things",
    "* /v1/things",
    "GET /v1",
    "GET /v1/",
    "GET /v1/things/",
    "GET /v1//things",
    "GET //v1/things",
    "GET /v1/THINGS",
    "GET /v1/%74hings",
    "GET /v1/things/%zz",
    "GET /v1/things/%ff",
    "GET /v1/things/a/b/c",
    "GET /v1/shelves//x",
    "GET /v1/shelves/1/%zz",
    "POST /v1/things/7",
    "POST /v1/things/7:CANCEL",
    "POST /v1/things/7%3Acancel",
    "POST /v1/things/:cancel",
    "POST /v1/things:cancel",
    "GET ",
    "GET *",
    "GET v1/things",
    "OPTIONS *",
    "GET /v1/constructor",
    "GET /__proto__",
  ])("%s", (request) => {
    expect(found(routerOf(...all), request)).toBeUndefined();
  });
});

describe("a router refuses a second target with the same paths", () => {
  test.each([
    ["GET /v1/things", "GET /v1/things"],
    ["GET /v1/{a}", "GET /v1/{b}"],
    ["GET /v1/{a}", "GET /v1/*"],
    ["GET /v1/{a=things/*}", "GET /v1/things/{b}"],
    ["GET /v1/{a=**}", "GET /v1/**"],
    ["GET /v1/{a}:do", "GET /v1/{b}:do"],
    ["* /v1/things", "* /v1/things"],
    ["GET /v1/@me", "GET /v1/%40me"],
    ["GET /v1/{a=things}", "GET /v1/things"],
  ])("%s and %s", (first, second) => {
    expect(() => routerOf(first, second)).toThrow(new Error(`${first} has the same paths`));
  });

  test.each([
    ["GET /v1/{a}", "POST /v1/{b}"],
    ["GET /v1/{a}", "GET /v1/{b}:do"],
    ["GET /v1/{a}:do", "GET /v1/{b}:undo"],
    ["GET /v1/things", "* /v1/things"],
    ["GET /v1/{a}", "GET /v1/**"],
    ["GET /v1", "GET /v1/**"],
  ])("but accepts %s and %s", (first, second) => {
    expect(() => routerOf(first, second)).not.toThrow();
  });
});
