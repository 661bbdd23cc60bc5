// @module-tag slow/programs

import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isWithoutBrowser } from "../support/browser.ts";
import { Operator } from "../support/compose/operator.ts";
import { type Project, readProject } from "../support/compose/project.ts";
import { Stack } from "../support/compose/stack.ts";
import { mariadbProblem } from "../support/database/mariadb.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { goToolsProblem } from "../support/go-tools.ts";
import { containersProblem } from "../support/image/bases.ts";
import { promtoolProblem } from "../support/metrics/promtool.ts";
import { done, newHolder } from "../support/wallet-holder.ts";
import { clock } from "./clock.ts";
import { readmeCall } from "./under-way.ts";

const run = promisify(execFile);
const problem = containersProblem() ?? mariadbProblem ?? goToolsProblem ?? promtoolProblem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";

let project: Project;
beforeAll(() => {
  if (!isSkipped) project = readProject("deploy/compose/compose.yaml");
});

describe.skipIf(isSkipped)(`the compose file${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  test("runs the service on MariaDB with Prometheus, which keep their data when they are stopped", async () => {
    const stack = await Stack.open(project);
    const time = clock();
    await stack.up();
    time.step("the services of the compose file run");
    expect(stack.running).toEqual(["mariadb", "platonic", "prometheus"]);
    const key = stack.readVolume("secrets", "operator-key");
    const api = new Operator(stack.published("8080"), key);
    const { body } = await api.call("POST", "/v1/geocode/transform", readmeCall);
    expect(body.result.transformed_data).toEqual([1.6471587, 3.8758261, 6.1044934]);
    const [ada, bob] = [await newHolder(api, { TOKEN_STANDARD: 100 }), await newHolder(api)];
    const order = { sender: ada.id, signed_order: ada.signed(ada.order({ recipient: bob.id, amount: "5" })) };
    expect((await api.call("POST", "/api/transactions/transfer", order)).body.result).toEqual(done);

    time.step("payments and geometry are answered");
    const prometheus = stack.published("9090");
    await expectWatched(prometheus);
    time.step("Prometheus has scraped them, and evaluated each alert");
    const source = await stack.reach(datasource().url);
    await expectDashboards(source);
    time.step("it answers the queries of both dashboards");
    if (!isWithoutBrowser) await expectPictures(source);
    time.step("both dashboards are drawn");
    const [, scraped] = (await results(prometheus, "timestamp(platonic_build_info)"))[0]?.value ?? [];

    expect(await stack.down()).toEqual({ mariadb: 0, platonic: 0, prometheus: 0 });
    await stack.up();
    expect(stack.readVolume("secrets", "operator-key")).toBe(key);
    const again = new Operator(stack.published("8080"), key);
    const wallet = await again.call("GET", `/api/wallets/${bob.id}`);
    expect(wallet.body.result.wallet.standard.exact_amount).toBe("5");
    const kept = () => results(stack.published("9090"), "platonic_build_info", { time: scraped });
    await expect.poll(kept).toMatchObject([{ metric: { instance: "platonic:9464" } }]);
    time.step("all of it has stopped, is there again, and has kept its data");
    time.tell();
  });

  test("gives the service more time to stop than it takes", () => {
    const [, seconds] = /^(\d+)s$/.exec(project.services["platonic"]?.stop_grace_period ?? "") ?? [];
    const settings = readFileSync("docs/reference/settings.md", "utf8");
    const defaultOf = (name: string) => Number(new RegExp(`\`${name}\` +\\| \`?(\\d+)`).exec(settings)?.[1]);
    expect(Number(seconds) * 1000).toBeGreaterThan(defaultOf("DRAIN_MS") + defaultOf("SHUTDOWN_GRACE_MS"));
  });

  test("gives Grafana the dashboards, and Prometheus as their source", () => {
    const { volumes = [] } = project.services["grafana"] ?? {};
    const provisioning = "/etc/grafana/provisioning";
    const placed = (file: string) => volumes.find(({ source }) => source === resolve(file))?.target;
    expect(placed("deploy/compose/grafana/datasources.yaml")).toMatch(`${provisioning}/datasources/`);
    expect(placed("deploy/compose/grafana/dashboards.yaml")).toMatch(`${provisioning}/dashboards/`);
    const { providers } = parse(readFileSync("deploy/compose/grafana/dashboards.yaml", "utf8"));
    expect(providers).toHaveLength(1);
    expect(providers[0]).toMatchObject({ type: "file", options: { path: placed("deploy/grafana") } });
    for (const { templating, panels } of dashboards()) {
      const [variable] = templating.list;
      // It begins as the source of this type that is the default one.
      expect(variable).toMatchObject({ type: "datasource", query: datasource().type });
      for (const panel of panels) expect(panel.datasource.uid).toBe(`$${variable?.name}`);
    }
    expect(datasource().isDefault).toBe(true);
  });
});

interface Dashboard {
  readonly templating: { readonly list: readonly { readonly name: string }[] };
  readonly panels: readonly {
    readonly datasource: { readonly uid: string };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

function dashboards(): Dashboard[] {
  const files = globSync("deploy/grafana/*.json");
  expect(files).toHaveLength(2);
  return files.map((file) => JSON.parse(readFileSync(file, "utf8")));
}

function datasource(): { readonly type: string; readonly url: string; readonly isDefault: boolean } {
  const file = parse(readFileSync("deploy/compose/grafana/datasources.yaml", "utf8"));
  expect(file.datasources).toHaveLength(1);
  return file.datasources[0];
}

/** Expects Prometheus to have found the service up, and to have evaluated each rule. */
async function expectWatched(prometheus: string): Promise<void> {
  const targets = async () => (await ask(prometheus, "targets")).activeTargets;
  await expect.poll(targets).toMatchObject([{ health: "up", labels: { job: "platonic" } }]);
  const count = 'sum(rpc_server_call_duration_seconds_count{rpc_method="geocode.v1.GeocodeService/Transform"})';
  await expect.poll(async () => (await results(prometheus, count))[0]?.value[1]).toBe("1");
  const { groups } = parse(readFileSync("deploy/prometheus/rules.yaml", "utf8"));
  const expected = groups.flatMap(({ rules }: { rules: { alert: string }[] }) => rules.map(({ alert }) => alert));
  const good = async () => {
    const told = await ask(prometheus, "rules");
    return told.groups.flatMap(({ rules }: { rules: { name: string; health: string }[] }) =>
      rules.filter(({ health }) => health === "ok").map(({ name }) => name),
    );
  };
  await expect.poll(good).toEqual(expected);
}

/** Expects the source of the dashboards to accept the query of each panel. */
async function expectDashboards(prometheus: string): Promise<void> {
  const queries = dashboards().flatMap(({ panels }) => panels.flatMap(({ targets }) => targets));
  expect(queries.length).toBeGreaterThan(30);
  for (const { expr } of queries) await results(prometheus, expr.replaceAll("$__rate_interval", "1m"));
}

/** Expects both dashboards to be drawn from what Prometheus has gathered. */
async function expectPictures(prometheus: string): Promise<void> {
  const folder = temporaryDirectory();
  for (const file of globSync("deploy/grafana/*.json")) {
    const picture = join(folder, `${basename(file)}.png`);
    await run(process.execPath, ["scripts/grafana/picture.ts", prometheus, file, picture]);
    expect(readFileSync(picture).toString("latin1", 1, 4)).toBe("PNG");
  }
}

interface Result {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

async function results(prometheus: string, query: string, more = {}): Promise<Result[]> {
  return (await ask(prometheus, `query?${new URLSearchParams({ query, ...more })}`)).result;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
async function ask(prometheus: string, question: string): Promise<any> {
  const { status, data, error } = (await (await fetch(`${prometheus}/api/v1/${question}`)).json()) as never;
  expect(status, `${question}: ${error}`).toBe("success");
  return data;
}
