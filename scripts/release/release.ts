/**
 * `npm run release`: makes every package of the version in package.json in `.release/`, runs the tests that install
 * them, dates the change log, writes the baseline of the contract, commits and tags. It publishes nothing: RELEASING.md
 * says how.
 *
 * `--dry-run` changes only `.release/`, and skips what cannot be made here. `--no-checks` skips the tests.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { dated } from "./change-log.ts";
import { missingOf, packages } from "./packages.ts";

const { values } = parseArgs({ options: { "dry-run": { type: "boolean" }, "no-checks": { type: "boolean" } } });
const isDry = values["dry-run"] === true;
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const tags = [`v${version}`, `clients/go/v${version}`];
const folder = ".release";

try {
  release();
} catch (error) {
  process.stderr.write(`release: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

function release(): void {
  if (!isDry) requireReady();
  // Fails for a change log without entries to release, even in a dry run.
  const changeLog = dated(readFileSync("CHANGELOG.md", "utf8"), version, new Date().toISOString().slice(0, 10));
  rmSync(folder, { recursive: true, force: true });
  for (const one of packages) {
    const missing = missingOf(one);
    if (missing !== undefined && !isDry) throw new Error(`${one.name} cannot be made without ${missing}: install it`);
    if (missing === undefined) one.pack(folder, version);
    say(missing === undefined ? `made ${one.name}` : `left out ${one.name}: ${missing} is missing`);
  }
  if (values["no-checks"] !== true) check();
  if (isDry) say(`a release would commit, and tag ${tags.join(" and ")}`);
  else commit(changeLog);
}

/** Commits what a release changes, and tags it. */
function commit(changeLog: string): void {
  writeFileSync("CHANGELOG.md", changeLog);
  run(process.execPath, ["scripts/baseline.ts", "--write"]);
  run("git", ["commit", "--all", "--quiet", "--message", `Release ${version}`]);
  for (const tag of tags) run("git", ["tag", "--annotate", tag, "--message", version]);
  say(`committed and tagged ${tags.join(" and ")}; publish as RELEASING.md says`);
}

/** @throws Error if the repository is not in a state to be released */
function requireReady(): void {
  if (answerOf("git", ["status", "--porcelain"]) !== "")
    throw new Error("commit or remove what is not committed first");
  if (answerOf("git", ["branch", "--show-current"]) !== "main") throw new Error("release from main");
  const taken = tags.find((tag) => answerOf("git", ["tag", "--list", tag]) !== "");
  if (taken !== undefined) throw new Error(`the tag ${taken} exists: set the next version in the packages first`);
}

/** Runs the tests that install the packages in clean folders. */
function check(): void {
  const tests = ["test/clients/cli/package.test.ts", "test/clients/typescript/package.test.ts", "test/sdks"];
  run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...tests]);
}

function answerOf(command: string, parameters: readonly string[]): string {
  return execFileSync(command, parameters, { encoding: "utf8" }).trim();
}

function run(command: string, parameters: readonly string[]): void {
  execFileSync(command, parameters, { stdio: "inherit" });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
