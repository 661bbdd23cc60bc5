import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { arch, cpus, release } from "node:os";
import { toolsFolder } from "../languages/tools-folder.ts";
import type { Area } from "./areas.ts";

/** Variables that say where and by whom a run was started. All others may decide what tests do. */
const ofTheStart =
  /^(_|PWD|OLDPWD|INIT_CWD|SHLVL|TERM|COLOR|COLORTERM|COLUMNS|LINES|EDITOR|NODE|SSH_.*|npm_.*|KEPT_PLAN|FULL|NODE_COMPILE_CACHE|INVOCATION_ID|JOURNAL_STREAM)$/;

/** Returns the files that tests of an area see: those of the checkout, committed or not, but for the absent ones. */
export function filesOf({ absent }: Area): string[] {
  const options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const paths = execFileSync("git", options, { encoding: "utf8", maxBuffer: 2 ** 26 }).split("\0");
  return [...new Set(paths)].filter((path) => path !== "" && !absent?.test(path) && isThere(path)).sort();
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Returns the digest of what counts as an input of an area's tests: their files, but for some, and `surroundings`. */
export function inputsOf(area: Area, surroundings: string): string {
  const { absent, notCounted } = area;
  const hash = createHash("sha256").update(surroundings).update(`${absent} ${notCounted}`);
  for (const path of filesOf(area)) {
    if (notCounted?.test(path)) continue;
    const { mode } = lstatSync(path);
    const isLink = (mode & 0o170_000) === 0o120_000;
    const content = isLink ? Buffer.from(readlinkSync(path)) : readFileSync(path);
    hash.update(`\0${path}\0${mode}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex").slice(0, 32);
}

/** Returns what is the same for all areas: machine, installed packages, versions of tools, and variables. */
export function surroundingsOf(environment: NodeJS.ProcessEnv, versionOf = told): string {
  const variables = Object.entries(environment)
    .filter(([name]) => !ofTheStart.test(name))
    .map(([name, value]) => [name, value?.replaceAll(process.cwd(), "")]);
  const tools = [
    ["dpkg-query", "-W"],
    ["rustc", "-vV"],
    ["go", "version"],
    ["java", "--version"],
    ["mvn", "--version"],
    ["python3", "-VV"],
  ];
  return JSON.stringify([
    process.version,
    arch(),
    release(),
    cpus().length,
    toolsFolder,
    variables.sort(),
    tools.map(([program = "", ...parameters]) => versionOf(program, parameters)),
  ]);
}

function told(program: string, parameters: readonly string[]): string {
  try {
    return execFileSync(program, parameters, {
      encoding: "utf8",
      maxBuffer: 2 ** 24,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return "missing";
  }
}
