import { spawnSync } from "node:child_process";

/** Why `promtool` cannot be run here; undefined if it can. */
export function promtoolProblem(): string | undefined {
  const { error } = spawnSync("promtool", ["--version"]);
  if (error === undefined) return undefined;
  const problem = "promtool is not installed";
  if (process.env["CI"] === "true") throw new Error(problem);
  return problem;
}

/** Runs `promtool`. Returns all that it prints, and throws if it finds a fault. */
export function promtool(parameters: readonly string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync("promtool", parameters, { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`promtool ${parameters.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout + stderr;
}
