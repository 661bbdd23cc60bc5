import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no test draws by chance what no seed repeats", () => {
  const call = ["Math", "random("].join(".");
  const drawing = globSync("test/**/*.ts").filter((file) => readFileSync(file, "utf8").includes(call));
  expect(drawing).toEqual([]);
});
