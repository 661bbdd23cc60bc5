import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../support/database/temporary-database.ts";

const env = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` };
const logrotate = "logrotate";

/** Reason why logrotate cannot be run here; undefined if it can. */
export const logrotateProblem = missingProgram();

/** The rule of the repository, for another log. */
export function ruleFor(log: string, text = readFileSync("deploy/logrotate/platonic", "utf8")): string {
  return text.replaceAll("/var/log/platonic.log", log);
}

/** Rotates by a rule, whatever the age of its log. */
export function rotate(config: string, state: string): void {
  execFileSync(logrotate, ["--force", "--state", state, config], { env });
}

/** Has logrotate read a rule and say what it would do. Throws if it does not understand any of it. */
export function tryLogrotate(text: string): void {
  const folder = temporaryDirectory();
  const [log, config] = [join(folder, "platonic.log"), join(folder, "rule")];
  writeFileSync(log, "a line\n");
  writeFileSync(config, ruleFor(log, text), { mode: 0o600 });
  const { status, stderr } = spawnSync(logrotate, ["--debug", "--state", join(folder, "state"), config], {
    env,
    encoding: "utf8",
  });
  if (status !== 0 || /^error: /m.test(stderr) || !stderr.includes("rotating pattern")) throw new Error(stderr);
}

function missingProgram(): string | undefined {
  try {
    execFileSync(logrotate, ["--version"], { env, stdio: "ignore" });
    return undefined;
  } catch {
    return "logrotate is not installed";
  }
}
