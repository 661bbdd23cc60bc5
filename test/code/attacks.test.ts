import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The rows of the tables in docs/attacks.md. */
const rows = readFileSync("docs/attacks.md", "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .flatMap(([, attack = "", file = "", name = ""]) => (file.startsWith("`") ? [[attack, file, name] as const] : []));

test("there are attacks", () => expect(rows.length).toBeGreaterThan(40));

test.each(rows)("%s: %s has the test “%s”", (_, file, name) => {
  const path = `test/${file.slice(1, -1)}`;
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, "utf8")).toContain(name);
});
