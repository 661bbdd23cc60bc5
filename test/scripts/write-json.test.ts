import { expect, test } from "vitest";
import { jsonText } from "../../scripts/openapi/write.ts";

test("a document has on one line what fits there, and else a line for each member", () => {
  const long = "x".repeat(100);
  expect(jsonText({ type: "object", of: [1, { a: null }], texts: [long, "line\n  two"], empty: {} })).toBe(`{
  "type": "object",
  "of": [ 1, { "a": null } ],
  "texts": [
    "${long}",
    "line\\n  two"
  ],
  "empty": {}
}`);
});

test("no line but that of a long text has more than 120 characters", () => {
  const document = { [`${"name".repeat(10)}`]: { first: "x".repeat(40), second: "y".repeat(20) } };
  const lines = jsonText(document).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(JSON.parse(lines.join("\n"))).toEqual(document);
});
