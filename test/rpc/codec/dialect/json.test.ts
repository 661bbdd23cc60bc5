import { expect, test } from "vitest";
import { limits } from "../../../../server/core/limits.ts";
import { JsonProblem, parseJson } from "../../../../server/rpc/codec/dialect/json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));

test("parseJson() reads what JSON.parse reads", () => {
  for (const text of [
    '{"a":[1,2.5e3,null,true],"b":{"a":"x:y"}}',
    '[{"a":1},{"a":2}]',
    '"a\\":b"',
    '{"\\\\":":","\\\\\\"":{}, "c" \n\t: 1}',
    "-0",
    '{"":{"":{"":0}}}',
  ]) {
    expect(parse(text)).toEqual(JSON.parse(text));
  }
});

test.each([
  ["a truncated value", '{"a":1'],
  ["nothing", ""],
  ["two values", "1 2"],
  ["a comment", "{} // x"],
  ["NaN", '{"a":NaN}'],
  ["a trailing comma", "[1,]"],
  ["a byte order mark", "\ufeff{}"],
  ["a repeated member", '{"a":1,"a":1}'],
  ["a repeated member in a list within", '{"x":[{"a":1,"b":2,"a":3}]}'],
  ["a repeated member, once escaped", '{"data":1,"d\\u0061ta":2}'],
  ["__proto__", '{"__proto__":{"x":1}}'],
  ["__proto__, escaped", '{"a":{"\\u005f_proto__":1}}'],
  ["constructor.prototype", '{"constructor":{"prototype":{"x":1}}}'],
  ["nesting beyond the bound", "[".repeat(limits.jsonDepthMax + 1) + "]".repeat(limits.jsonDepthMax + 1)],
  ["nesting without end", "[".repeat(1_000_000) + "]".repeat(1_000_000)],
  ["objects nested without end", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
])("parseJson() refuses %s", (_, text) => {
  expect(() => parse(text)).toThrow(JsonProblem);
});

test("parseJson() refuses bytes that are not UTF-8", () => {
  expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(JsonProblem);
});

test("parseJson() keeps members with the names of inherited ones as data", () => {
  expect(parse('{"constructor":[1],"toString":2,"prototype":3}')).toEqual({
    constructor: [1],
    toString: 2,
    prototype: 3,
  });
});

test("parseJson() never repeats the body in its error message", () => {
  expect(() => parse('{"secret-token": oops}')).toThrow(/^must be well-formed JSON$/);
});
