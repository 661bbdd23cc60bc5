import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { amendedPage } from "../../bench/report/amended.ts";

const page = readFileSync("docs/benchmarks.md", "utf8");
const finding = (figure: string, isReached: boolean) => ({
  title: "Width of a rainbow",
  how: "Looked at.",
  columns: ["colour", "m"],
  rows: [["red", figure]],
  verdicts: [{ what: "width, red", figure, target: "less than 10", isReached, isUncertain: false }],
});
const targetsOf = (text: string) => text.split("## Machine")[0]?.match(/^\| .* \| (yes|\*\*no\*\*).* \|$/gm) ?? [];

test("a new measurement is added to the page, and nothing else is changed but the sum of targets", () => {
  const amended = amendedPage(page, [finding("12", false)], "2026-01-02");
  const added = "\n## Width of a rainbow\n\nLooked at. Measured on 2026-01-02, apart from the rest of this page.\n\n";
  expect(amended).toContain(`${added}| colour | m |\n| --- | --- |\n| red | 12 |\n`);
  expect(targetsOf(amended)).toEqual([...targetsOf(page), "| width, red | 12 | less than 10 | **no** |"]);
  expect(amended).toContain("; width, red, 12. If rounds disagree");
  const lines = new Set(amended.split("\n"));
  expect(page.split("\n").filter((line) => !lines.has(line))).toEqual([
    expect.stringMatching(/^The medians reach \d+ of \d+ targets/),
  ]);
});

test("a measurement that the page has is replaced", () => {
  const once = amendedPage(page, [finding("12", false)], "2026-01-02");
  const twice = amendedPage(once, [finding("9", true)], "2026-01-03");
  expect(twice.match(/^## Width of a rainbow$/gm)).toHaveLength(1);
  expect(twice).not.toContain("red | 12");
  expect(targetsOf(twice)).toHaveLength(targetsOf(page).length + 1);
  expect(amendedPage(twice, [finding("9", true)], "2026-01-03")).toBe(twice);
});
