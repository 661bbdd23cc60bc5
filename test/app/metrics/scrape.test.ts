import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { finished } from "node:stream/promises";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../../server/app/log.ts";
import { openScrapePort } from "../../../server/app/metrics/scrape-port.ts";
import type { ServeOptions } from "../../../server/app/serve.ts";
import { MetricRegistry } from "../../../server/core/metrics/registry.ts";
import { promtool, promtoolProblem } from "../../support/metrics/promtool.ts";
import { metricsUrl, scraped } from "../../support/metrics/scraped.ts";
import { clientsOf, startServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";

const vector = { vertices: [[1, 2, 3]] };

async function started(settings: Record<string, string> = {}, options?: ServeOptions) {
  const server = await startServer({ METRICS_PORT: "0", BACKUPS: "off", ...settings }, options);
  onTestFinished(() => server.close());
  return server;
}

test("metrics are served on a port of their own, in the format that the scraper prefers", async () => {
  const server = await started();
  const url = metricsUrl(server);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const plain = await fetch(url);
  expect(plain.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const accept = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.4,*/*;q=0.1";
  const open = await fetch(url, { headers: { accept } });
  expect(open.headers.get("content-type")).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(await open.text()).toMatch(/# EOF\n$/);
  const sizes = await Promise.all(
    ["identity", "gzip"].map(async (encoding) => {
      const answer = await fetch(url, { headers: { "accept-encoding": encoding } });
      expect(answer.headers.get("content-encoding")).toBe(encoding === "gzip" ? "gzip" : null);
      expect(await answer.text()).toContain("platonic_build_info");
      return Number(answer.headers.get("content-length"));
    }),
  );
  expect(sizes[0]).toBeGreaterThan(4 * (sizes[1] as number));
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const posted = await fetch(url, { method: "POST", body: "x" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect((await fetch(new URL("/", url))).status).toBe(404);
  expect((await fetch(new URL("/v1/geocode/transform", url), { method: "POST" })).status).toBe(404);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});

test.skipIf(promtoolProblem() !== undefined)("Prometheus finds no fault in the metrics", async () => {
  const server = await started();
  await clientsOf(server, "grpc").keys.listKeys({});
  await server.post("/v1/admin/keys", {});
  const text = await (await fetch(metricsUrl(server))).text();
  expect(text).toContain("rpc_server_call_duration_seconds_count");
  expect(promtool(["check", "metrics"], text)).toBe("");
});

test("neither callers nor ids nor unknown paths, methods and protocols make series", async () => {
  const server = await started({ OPEN_REGISTRATION: "true" });
  const drive = async (round: number) => {
    const { secret } = await server.createKey("operator");
    for (const Authorization of [`Bearer ${secret}`, `Bearer made-up-${round}`, "Basic eA==", ""]) {
      const headers = { Authorization, "user-agent": `agent-${round}`, "x-request-id": `request-${round}` };
      await server.post(`/v1/unknown-${round}`, {}, headers);
      await server.post(`/made.up${round}.Service/Method${round}`, {}, headers);
      await server.post(
        "/geocode.v1.GeocodeService/Encode",
        {},
        { ...headers, "content-type": `application/x-${round}` },
      );
      await server.post("/api/identities/create", { username: `name-${round}` }, headers);
      await server.post("/geocode.v1.GeocodeService/Transform", vector, headers);
      await fetch(`${server.url}/v1/admin/keys/${round}`, { method: "DELETE", headers });
    }
  };
  await drive(0);
  await drive(1);
  const before = await scraped(server);
  for (let round = 2; round < 12; round++) await drive(round);
  const after = await scraped(server);
  expect([...after.keys()].filter((name) => !before.has(name))).toEqual([]);
  expect([...after.keys()].filter((name) => /made|up1|unknown-|agent|request-|name-/.test(name))).toEqual([]);
});

test("a thousand scrapes at once are answered, and calls go on", async () => {
  const server = await started();
  const url = metricsUrl(server);
  const scrapes = Array.from({ length: 1_000 }, async () => (await fetch(url)).text());
  const answer = await server.post("/v1/admin/keys", { name: "beside scrapes", plan: "operator", permissions: ["*"] });
  expect(answer.status).toBe(200);
  for (const text of await Promise.all(scrapes)) expect(text).toContain("platonic_build_info");
});

test("a scraper that hangs or leaves keeps nobody waiting", async () => {
  const server = await started();
  const { port, hostname } = new URL(metricsUrl(server));
  const hanging = connect(Number(port), hostname);
  await once(hanging, "connect");
  hanging.write("GET /metrics HTTP/1.1\r\nHost: x\r\n");
  const leaving = connect(Number(port), hostname);
  await once(leaving, "connect");
  leaving.end("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  leaving.destroy();
  expect((await scraped(server)).size).toBeGreaterThan(20);
  const cut = finished(hanging.resume()).catch(() => undefined);
  await server.close();
  await cut;
});

test("a port that is in use is told once and counted, the service runs, and the port is tried again", async () => {
  const holder = createServer();
  holder.listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const server = await started({ METRICS_PORT: String(port) });
  expect((await server.post("/v1/admin/keys", { name: "a", plan: "operator", permissions: ["*"] })).status).toBe(200);
  expect(server.log.filter((line) => line.includes("METRICS_PORT"))).toHaveLength(1);

  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const registry = new MetricRegistry({ readMs: 600_000, report: () => {} });
  const scrape = await openScrapePort({ host: "127.0.0.1", port, retryMs: 1 }, { registry, log });
  onTestFinished(() => scrape.close());
  const failures = async () =>
    (await registry.collect()).find(({ name }) => name === "platonic.metrics.port_failures")?.samples[0]
      ?.value as number;
  while ((await failures()) < 3) await new Promise(setImmediate);
  expect(lines).toHaveLength(1);
  expect(scrape.url).toBeUndefined();
  holder.close();
  await until(() => scrape.url !== undefined);
  expect((await fetch(scrape.url as string)).status).toBe(200);
  expect(lines).toHaveLength(2);
});
