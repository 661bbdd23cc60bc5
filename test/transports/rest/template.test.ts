import { describe, expect, test } from "vitest";
import { parseTemplate, type Template } from "../../../server/transports/rest/template.ts";

/** Returns a template's segments as text, the segment range of each variable, and the colon verb. */
function partsOf({ segments, variables, colonVerb }: Template) {
  const texts = segments.map((segment) => (typeof segment === "string" ? segment : segment.literal));
  const fields = Object.fromEntries(variables.map(({ field, from, to }) => [field, [from, to]]));
  return [texts, fields, colonVerb];
}

const rest = Number.POSITIVE_INFINITY;

describe("a template is parsed by the grammar of google.api.http", () => {
  test.each<[string, string[], { [field: string]: [number, number] }, string]>([
    ["/v1", ["v1"], {}, ""],
    ["/v1/messages", ["v1", "messages"], {}, ""],
    ["/v1/messages/{message_id}", ["v1", "messages", "*"], { message_id: [2, 3] }, ""],
    ["/v1/messages/{message_id=*}", ["v1", "messages", "*"], { message_id: [2, 3] }, ""],
    ["/v1/{name=messages/*}", ["v1", "messages", "*"], { name: [1, 3] }, ""],
    ["/v1/{name=messages/*/parts/**}", ["v1", "messages", "*", "parts", "**"], { name: [1, rest] }, ""],
    ["/{name=**}", ["**"], { name: [0, rest] }, ""],
    ["/v1/{kind=messages}", ["v1", "messages"], { kind: [1, 2] }, ""],
    ["/v1/*/parts/**", ["v1", "*", "parts", "**"], {}, ""],
    ["/v1/{a}/{b}", ["v1", "*", "*"], { a: [1, 2], b: [2, 3] }, ""],
    ["/v1/{sub.subfield}", ["v1", "*"], { "sub.subfield": [1, 2] }, ""],
    ["/v1/messages:batch", ["v1", "messages"], {}, "batch"],
    ["/v1/{name=messages/*}:cancel", ["v1", "messages", "*"], { name: [1, 3] }, "cancel"],
    ["/v1/**:purge", ["v1", "**"], {}, "purge"],
    ["/v1/a.b-c_d~e", ["v1", "a.b-c_d~e"], {}, ""],
    ["/v1/@me/x=1;y,z", ["v1", "@me", "x=1;y,z"], {}, ""],
    ["/v1/caf%C3%A9", ["v1", "caf%C3%A9"], {}, ""],
  ])("%s", (path, segments, variables, colonVerb) => {
    expect(partsOf(parseTemplate(path))).toEqual([segments, variables, colonVerb]);
  });
});

describe("an invalid template is refused with the reason", () => {
  test.each([
    ["", "the path must begin with /"],
    ["v1/things", "the path must begin with /"],
    ["/", "the path has an empty segment"],
    ["/v1/", "the path has an empty segment"],
    ["/v1//things", "the path has an empty segment"],
    ["/v1/{a=}", "the path has an empty segment"],
    ["/v1/{a=/things}", "the path has an empty segment"],
    ["/v1/:cancel", "the path has an empty segment"],
    ["/v1/**/things", "** must be the last segment"],
    ["/v1/{a=**}/things", "** must be the last segment"],
    ["/v1/{a=**/things}", "** must be the last segment"],
    ["/v1/**/**", "** must be the last segment"],
    ["/v1/{a", "a { has no } after it"],
    ["/v1/a}", "a } has no { before it"],
    ["/v1/{a={b}}", "a variable must not contain a variable"],
    ["/v1/{}", "the variable {} does not begin with the name of a field"],
    ["/v1/{=*}", "the variable {=*} does not begin with the name of a field"],
    ["/v1/{a.}", "the variable {a.} does not begin with the name of a field"],
    ["/v1/{a..b}", "the variable {a..b} does not begin with the name of a field"],
    ["/v1/{a-b}", "the variable {a-b} does not begin with the name of a field"],
    ["/v1/{1a}", "the variable {1a} does not begin with the name of a field"],
    ["/v1/{a}{b}", "the segment {a}{b} is neither literal text nor a variable nor a wildcard"],
    ["/v1/x{a}", "the segment x{a} is neither literal text nor a variable nor a wildcard"],
    ["/v1/{a}x", "the segment {a}x is neither literal text nor a variable nor a wildcard"],
    ["/v1/a*", "the segment a* is neither literal text nor a variable nor a wildcard"],
    ["/v1/***", "the segment *** is neither literal text nor a variable nor a wildcard"],
    ["/v1/a b", "the segment a b is neither literal text nor a variable nor a wildcard"],
    ["/v1/é", "the segment é is neither literal text nor a variable nor a wildcard"],
    ["/v1/things?x=1", "the segment things?x=1 is neither literal text nor a variable nor a wildcard"],
    ["/v1/a%2", "the segment a%2 is neither literal text nor a variable nor a wildcard"],
    ["/v1/a:b/c", "the segment a:b is neither literal text nor a variable nor a wildcard"],
    ["/v1/a:b:c", "the segment a:b is neither literal text nor a variable nor a wildcard"],
    ["/v1/{a=b:c}", "the segment b:c is neither literal text nor a variable nor a wildcard"],
    ["/v1/%FF", "the segment %FF is not percent-encoded UTF-8"],
    ["/v1/things:", "the verb : must be letters, digits, -, ., _ or ~"],
    ["/v1/things:a%20b", "the verb :a%20b must be letters, digits, -, ., _ or ~"],
  ])("%s: %s", (path, problem) => {
    expect(() => parseTemplate(path)).toThrow(new Error(problem));
  });
});
