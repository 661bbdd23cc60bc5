import { describe, expect, it } from "vitest";
import { functionLinesMax, longFunctions } from "../../scripts/function-length.ts";

/** Repeats a line as often as is asked for. */
const filled = (lines: number, line = "call();") => new Array(lines).fill(line).join("\n");

const forms: [string, string, string, string][] = [
  ["a declaration", "planted", "function planted() {\n", "\n}"],
  ["an arrow function", "planted", "const planted = () => {\n", "\n};"],
  ["an arrow function without a block", "planted", "const planted = () => [\n", "\n];"],
  ["a method", "planted", "class Plant {\n  async planted() {\n", "\n  }\n}"],
  ["a constructor", "anonymous", "export default class {\n  constructor() {\n", "\n  }\n}"],
  ["an accessor", "planted", "class Plant {\n  get planted() {\n", "\n  }\n}"],
  ["a member of an object", "planted", "export const all = {\n  planted: function () {\n", "\n  },\n};"],
  ["a callback", "anonymous", "run(async () => {\n", "\n});"],
];

describe.each(forms)("%s", (_, name, before, after) => {
  const line = before.trim().split("\n").length;
  const call = before.includes("=> [") ? "call()," : "call();";

  it("may have as many lines as are allowed, with those of its signature and its end", () => {
    expect(longFunctions(before + filled(functionLinesMax - 2, call) + after)).toEqual([]);
  });

  it("is found with one line more", () => {
    const found = { name, line, lines: functionLinesMax + 1 };
    expect(longFunctions(before + filled(functionLinesMax - 1, call) + after)).toEqual([found]);
  });
});

describe("the lines of a function", () => {
  const tooMany = functionLinesMax + 2;

  it.each([
    ["comments", filled(functionLinesMax, "// why")],
    ["blank lines", filled(functionLinesMax, "")],
    ["a template", `call(\`${filled(functionLinesMax, "text")}\`);`],
    ["functions inside", `const inner = () => {\n${filled(functionLinesMax - 2)}\n};`],
    ["parameters", filled(functionLinesMax, "")],
  ])("include %s", (what, lines) => {
    const text = what === "parameters" ? `function planted(${lines}\n) {}` : `function planted() {\n${lines}\n}`;
    expect(longFunctions(text).map((found) => found.name)).toEqual(["planted"]);
  });

  it("leave out its doc comment", () => {
    const comment = `/**\n${filled(tooMany, " * why")}\n */\n`;
    expect(longFunctions(`${comment}function planted() {}`)).toEqual([]);
  });
});
