import type { TestServer } from "../server.ts";

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
