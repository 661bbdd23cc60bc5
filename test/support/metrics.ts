import { spawnSync } from "node:child_process";
import type { TestServer } from "./server.ts";

/** Returns the address at which a server that was started with `METRICS_PORT` serves its metrics. */
export function metricsUrl({ log }: Pick<TestServer, "log">): string {
  const line = log.find((one) => one.includes('"msg":"serving metrics"'));
  if (line === undefined) throw new Error("the server serves no metrics");
  return JSON.parse(line).url;
}

/** Scrapes a server, and returns the values of its series by their names with labels. */
export async function scraped(server: Pick<TestServer, "log">): Promise<ReadonlyMap<string, number>> {
  return seriesIn(await (await fetch(metricsUrl(server))).text());
}

export function seriesIn(text: string): ReadonlyMap<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}

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
