/** `node scripts/kept/after.ts PLAN REPORT`: keeps the results of test files that passed in trees of their own. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cacheFolder } from "./cache-folder.ts";
import { type Plan, passedOf, type Reported } from "./plan.ts";
import { Results } from "./results.ts";

const [plan, report] = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, "utf8")));
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const results = new Results(cacheFolder);
for (const part of (plan as Plan).parts) {
  for (const [file, passed] of passedOf(part, report.testResults as Reported[])) {
    results.keep(part.inputs, file, { passed, commit, at: new Date().toISOString() });
  }
}
