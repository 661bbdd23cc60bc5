/**
 * `npm run mutation -- [AREA...]`: changes the code of each area in every way that Stryker knows, has the tests of the area run
 * against each change, and prints how many they notice, by folder. An area is a folder or a file of `server/`, such as
 * `core/signing`. Fails if the tests of an area notice less than 90 % of the changes.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";

/** Areas of a run that names none. They are pure: their tests need no database, and a change that survives is a gap in them. */
const pureAreas = ["modules/ledger/domain", "modules/ledger/engine", "modules/identity/domain"];

/** Tests of the areas whose promises other folders hold, too. */
const testsOfModules: ReadonlyMap<string, readonly string[]> = new Map([
  ["modules/ledger", ["test/modules/ledger/{domain,engine}/**/*.test.ts", "test/golden/{ledger,receipts}.test.ts"]],
  [
    "modules/identity",
    ["test/modules/identity/domain/**/*.test.ts", "test/golden/{rotating-tokens,signing,credentials}.test.ts"],
  ],
]);

/** The statuses of Stryker for changes that tests have noticed, or have not. All others are no fault of tests. */
const outcomes: ReadonlyMap<string, "noticed" | "survived"> = new Map([
  ["Killed", "noticed"],
  ["Timeout", "noticed"],
  ["Survived", "survived"],
  ["NoCoverage", "survived"],
]);

/** The part of Stryker's report that counts. */
export interface MutationReport {
  readonly files: { readonly [path: string]: { readonly mutants: readonly { readonly status: string }[] } };
}

export interface Score {
  readonly changes: number;
  readonly noticed: number;
}

/** Counts the changes in each folder, and in all of them. */
export function scoresByFolder({ files }: MutationReport): Map<string, Score> {
  const scores = new Map<string, Score>();
  for (const [path, { mutants }] of Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1))) {
    const found = mutants.map(({ status }) => outcomes.get(status)).filter((outcome) => outcome !== undefined);
    const noticed = found.filter((outcome) => outcome === "noticed").length;
    for (const name of [dirname(path), "all"]) {
      const others = scores.get(name) ?? { changes: 0, noticed: 0 };
      scores.set(name, { changes: others.changes + found.length, noticed: others.noticed + noticed });
    }
  }
  return scores;
}

/** Returns the patterns of the test files that are run against the changes of an area. */
export function testsOf(area: string): readonly string[] {
  const [, tests] = [...testsOfModules].find(([module]) => area.startsWith(`${module}/`)) ?? [];
  return tests ?? [`test/${area.endsWith(".ts") ? dirname(area) : area}/**/*.test.ts`];
}

/** Runs Stryker on an area, and returns whether its score is high enough. */
function mutate(area: string): boolean {
  const name = area.replaceAll("/", "-");
  const changed = area.endsWith(".ts") ? `server/${area}` : `server/${area}/**/*.ts`;
  const stryker = "config/mutation/node_modules/@stryker-mutator/core/bin/stryker.js";
  const parameters = ["config/mutation/stryker.json", "--mutate", changed];
  const { status } = spawnSync(
    process.execPath,
    [stryker, "run", ...parameters, "--incrementalFile", `.mutation/${name}.json`],
    { stdio: "inherit", env: { ...process.env, MUTATION_TESTS: JSON.stringify(testsOf(area)) } },
  );
  return status === 0;
}

function main(): void {
  const given = process.argv.slice(2);
  const rows: string[] = [];
  for (const area of given.length > 0 ? given : pureAreas) {
    if (!mutate(area)) process.exitCode = 1;
    const report = JSON.parse(readFileSync(".mutation/report.json", "utf8")) as MutationReport;
    for (const [folder, { changes, noticed }] of scoresByFolder(report)) {
      const share = changes === 0 ? "-" : `${((100 * noticed) / changes).toFixed(1)} %`;
      const title = folder === "all" ? `server/${area}, all` : folder;
      rows.push(`${title.padEnd(48)}${String(changes).padStart(9)}${share.padStart(10)}\n`);
    }
  }
  process.stdout.write(`\n${"folder".padEnd(48)}${"changes".padStart(9)}${"noticed".padStart(10)}\n${rows.join("")}`);
}

if (import.meta.main) main();
