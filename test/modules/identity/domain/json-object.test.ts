import { expect, test } from "vitest";
import { hasMembers, readJsonObject } from "../../../../server/modules/identity/domain/json-object.ts";

const read = (text: string) => readJsonObject(Buffer.from(text));

test("an object is read when it is spelled as JSON.stringify spells it", () => {
  expect(read('{"b":1,"a":["x",null]}')).toEqual({ b: 1, a: ["x", null] });
});

test.each([
  ["a byte order mark", '\uFEFF{"a":1}'],
  ["white space", '{"a": 1}'],
  ["a number", "3"],
  ["a text", '"a"'],
  ["true", "true"],
  ["null", "null"],
  ["a list", "[1]"],
  ["no JSON", "{"],
])("any other text is refused: %s", (_, text) => {
  expect(read(text)).toBeUndefined();
});

test("bytes that are not UTF-8 are refused", () => {
  expect(readJsonObject(Buffer.from('{"a":"\xff"}', "latin1"))).toBeUndefined();
});

test.each([
  [["a"], [], { a: 1 }, true],
  [["a", "b"], [], { a: 1 }, false],
  [["a", "b"], [], { b: 1, a: 1 }, true],
  [["a"], [], { a: 1, b: 1 }, false],
  [["a"], ["b"], { a: 1, b: 1 }, true],
  [["a"], ["b"], { a: 1 }, true],
  [["a"], ["b"], { b: 1 }, false],
] as [string[], string[], object, boolean][])("with required %j and optional %j, %j is complete: %s", (...row) => {
  const [required, optional, object, isRight] = row;
  expect(hasMembers({ ...object }, required, optional)).toBe(isRight);
});

test("without optional members, a member that is not required is refused", () => {
  expect(hasMembers({ a: 1, b: 1 }, ["a"])).toBe(false);
});
