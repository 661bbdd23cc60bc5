/**
 * `npm run sdk-outcomes`: runs all scenarios through every SDK, and writes the outcomes into `docs/sdk-outcomes.md`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "platonic-outcomes-"));
const outcomes = join(folder, "outcomes");
try {
  const environment = { ...process.env, CI: "true", SDK_OUTCOMES: outcomes };
  const parameters = ["node_modules/vitest/vitest.mjs", "run", "test/sdks/behaviour"];
  const { status } = spawnSync(process.execPath, parameters, { stdio: "inherit", env: environment });
  if (status === 0) writeFileSync("docs/sdk-outcomes.md", pageOf(readFileSync(outcomes, "utf8")));
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the page for tab-separated lines of language, scenario and outcome. */
function pageOf(text: string): string {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.split("\t") as [string, string, string]);
  // Languages run concurrently, and get their columns in a fixed order.
  const names = [...new Set(lines.map(([language]) => language))].toSorted();
  // Scenarios do, too: some are played side by side.
  const byScenario = [...Map.groupBy(lines, ([, scenario]) => scenario)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rows = byScenario.map(([scenario, told]) => [
    scenario,
    ...names.map((name) => told.find(([language]) => language === name)?.[2] ?? ""),
  ]);
  const table = [["scenario", ...names], Array(names.length + 1).fill("---"), ...rows];
  return [
    "# Outcomes of the SDKs",
    "",
    "Written by `npm run sdk-outcomes`; do not edit. What came out of each scenario ([the suite](../test/sdks/README.md)), played through",
    "the installed package of each language, after the ledger had been asked as well.",
    "",
    ...table.map((cells) => `| ${cells.join(" | ")} |`),
    "",
  ].join("\n");
}
