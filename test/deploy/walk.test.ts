// @module-tag slow/programs

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isWithoutBrowser } from "../support/browser.ts";
import { freePorts } from "../support/database/free-ports.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { promtool } from "../support/metrics/promtool.ts";
import { metricsUrl } from "../support/metrics/scraped.ts";
import { startServer } from "../support/server.ts";

const isCi = process.env["CI"] === "true";
const isWithoutPrometheus = spawnSync("prometheus", ["--version"]).error !== undefined && !isCi;
const page = readFileSync("docs/operating.md", "utf8");

/** Follows the page up to a running Prometheus that scrapes a service; returns its address. */
async function prometheusByThePage(): Promise<string> {
  const server = await startServer({ METRICS_PORT: "0", BACKUPS: "off" });
  onTestFinished(() => server.close());
  const folder = temporaryDirectory();
  copyFileSync("deploy/prometheus/rules.yaml", join(folder, "rules.yaml"));
  const [, given = ""] = /```yaml\n( +global:[\s\S]*?)```/.exec(page) ?? [];
  const settings = given.replaceAll(/^ {3}/gm, "").replaceAll("15s", "1s");
  expect(settings).toContain("127.0.0.1:9464");
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, settings.replace("127.0.0.1:9464", new URL(metricsUrl(server)).host));
  expect(promtool(["check", "config", file])).toContain("rules found");
  const [port] = await freePorts(1);
  const parameters = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn("prometheus", parameters, { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return `http://127.0.0.1:${port}`;
}

async function asked(prometheus: string, query: string) {
  const answer = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query })}`);
  return (await answer.json()) as { status: string; data: { result: { metric: { version: string } }[] } };
}

test.skipIf(isWithoutPrometheus)("the page leads from nothing to a dashboard", async () => {
  const prometheus = await prometheusByThePage();
  const found = async () => (await asked(prometheus, "platonic_build_info").catch(() => undefined))?.data?.result ?? [];
  await expect.poll(async () => (await found()).map(({ metric }) => metric.version)).toEqual(["0.1.0"]);
  const dashboards = globSync("deploy/grafana/*.json");
  expect(dashboards).toHaveLength(2);
  for (const dashboard of dashboards) {
    const { panels } = JSON.parse(readFileSync(dashboard, "utf8")) as { panels: { targets: { expr: string }[] }[] };
    for (const { expr } of panels.flatMap(({ targets }) => targets)) {
      expect((await asked(prometheus, expr.replaceAll("$__rate_interval", "1m"))).status, expr).toBe("success");
    }
    if (isWithoutBrowser) continue;
    const picture = join(temporaryDirectory(), "picture.png");
    expect(page).toContain(`npm run dashboard -- http://127.0.0.1:9090 ${dashboard} `);
    execFileSync("npm", ["run", "--silent", "dashboard", "--", prometheus, dashboard, picture, "1"], { stdio: "pipe" });
    expect(readFileSync(picture).toString("latin1", 1, 4)).toBe("PNG");
  }
});
