import { copyFileSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { promtool, promtoolProblem } from "../support/metrics/promtool.ts";
import { seriesIn } from "../support/metrics/scraped.ts";
import { wholeScrape } from "../support/metrics/whole-scrape.ts";

const folder = "deploy/prometheus";
const rules = readFileSync(`${folder}/rules.yaml`, "utf8");
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name as string);

test.skipIf(promtoolProblem() !== undefined)(
  "each alert fires in its trouble, and none on a service that is well",
  () => {
    expect(promtool(["check", "rules", `${folder}/rules.yaml`])).toContain("SUCCESS");
    expect(promtool(["test", "rules", `${folder}/rules.test.yaml`])).toContain("SUCCESS");
    const tested = readFileSync(`${folder}/rules.test.yaml`, "utf8");
    for (const alert of alerts) {
      expect(tested).toContain(`alertname: ${alert} }`);
      expect(tested).toContain(`alertname="${alert}"`);
    }
  },
);

test.skipIf(promtoolProblem() !== undefined)("Prometheus reads what the compose file gives it", () => {
  const place = temporaryDirectory();
  copyFileSync("deploy/compose/prometheus.yaml", join(place, "prometheus.yml"));
  copyFileSync(`${folder}/rules.yaml`, join(place, "rules.yaml"));
  expect(promtool(["check", "config", join(place, "prometheus.yml")])).toContain("rules found");
});

test("each alert has its section in the runbook, and each section its alert", () => {
  const sections = [...readFileSync("docs/runbook.md", "utf8").matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections.sort()).toEqual([...alerts].sort());
  for (const alert of alerts) expect(rules).toContain(`runbook_url: docs/runbook.md#${alert.toLowerCase()}\n`);
});

let told: ReadonlySet<string>;
let labels: ReadonlyMap<string, ReadonlySet<string>>;
beforeAll(async () => {
  const series = [...seriesIn(await wholeScrape()).keys()];
  told = new Set(series.map(nameOf));
  const found = new Map<string, Set<string>>();
  for (const one of series) {
    const known = found.get(nameOf(one)) ?? new Set(["instance", "job"]);
    for (const [, label] of one.matchAll(/(\w+)="/g)) known.add(label as string);
    found.set(nameOf(one), known);
  }
  labels = found;
});

test("every series and label of the rules and of the dashboards is in a scrape", () => {
  const expressions = [
    ...[...rules.matchAll(/expr: (?:\|\n((?: {10,}.*\n)+)|(.*))/g)].map(([, block, line]) => block ?? line ?? ""),
    ...globSync("deploy/grafana/*.json").flatMap(queriesOf),
  ];
  expect(expressions.length).toBeGreaterThan(40);
  for (const expression of expressions) {
    const names = expression.match(/\b(?:platonic|rpc|http|db|process|nodejs|v8js)_[a-z0-9_]+(?=[\s[{)]|$)/g) ?? [];
    const metrics = names.filter((name) => !isLabel(name));
    expect(
      metrics.filter((name) => !told.has(name) && !silent.has(name)),
      expression,
    ).toEqual([]);
    const known = new Set(metrics.flatMap((name) => [...(labels.get(name) ?? [])]));
    const used = [...expression.matchAll(/(?:by|on) \(([^)]+)\)|[{,]\s*(\w+)=/g)].flatMap(([, list, one]) =>
      (list ?? one ?? "").split(/,\s*/),
    );
    expect(
      used.filter((label) => label !== "" && !known.has(label) && !expression.startsWith("up")),
      expression,
    ).toEqual([]);
  }
});

/** Series that are there only while something fails. */
const silent = new Set(["platonic_webhooks_oldest_undelivered_time_seconds"]);

function nameOf(series: string): string {
  return series.split("{", 1)[0] as string;
}

function isLabel(name: string): boolean {
  return [...labels.values()].some((known) => known.has(name));
}

function queriesOf(file: string): string[] {
  const { panels } = JSON.parse(readFileSync(file, "utf8")) as { panels: { targets: { expr: string }[] }[] };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}
