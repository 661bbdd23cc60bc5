import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import { exportSettings } from "../../../server/app/traces/export-settings.ts";
import { legalRequests, paths } from "../../support/geocode-operations.ts";
import { scraped } from "../../support/metrics/scraped.ts";
import { programEnvironment, startServer } from "../../support/server.ts";
import { startGrpcReceiver, withoutStandardVariables } from "../../support/telemetry/otlp-receivers.ts";
import { exportingTo, startCollector } from "../../support/telemetry/trace-collector.ts";
import { until } from "../../support/until.ts";

withoutStandardVariables();

const call = (server: Awaited<ReturnType<typeof startServer>>) => server.post(paths.transform, legalRequests.transform);

test("spans are exported with the headers of the standard variables", async () => {
  const collector = await startCollector();
  const server = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_HEADERS: "x-token=of-all",
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-token=of%20traces",
    OTEL_SERVICE_NAME: "till",
  });
  await call(server);
  await server.close();
  const traces = collector.received.filter(({ path }) => path === "/v1/traces");
  expect(new Set(traces.map(({ headers }) => headers["x-token"]))).toEqual(new Set(["of traces"]));
  expect(traces[0]?.body.toString()).toContain('{"key":"service.name","value":{"stringValue":"till"}}');
});

test("spans are exported as protobuf by default", async () => {
  const collector = await startCollector();
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: _, ...settings } = exportingTo(collector.url);
  const server = await startServer(settings);
  await call(server);
  await server.close();
  expect(collector.bodies.join()).toContain("geocode.v1.GeocodeService/Transform");
  expect(() => JSON.parse(collector.bodies[0] as string)).toThrow();
});

test("a collector over gRPC gets them, too", async () => {
  const { url, paths } = await startGrpcReceiver();
  const server = await startServer({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "grpc",
    OTEL_BSP_SCHEDULE_DELAY: "1",
  });
  await call(server);
  await until(() => paths.length > 0);
  expect(paths[0]).toBe("/opentelemetry.proto.collector.trace.v1.TraceService/Export");
  await server.close();
});

test("a collector that refuses stops no call: it is told once, its return too, and lost spans are counted", async () => {
  const answer = { status: 400 };
  const collector = await startCollector(answer);
  const server = await startServer({ ...exportingTo(collector.url), METRICS_PORT: "0" });
  const told = (text: string) => server.log.filter((line) => line.includes(text)).length;
  for (let count = 0; count < 5; count++) {
    const before = collector.received.length;
    expect((await call(server)).status).toBe(200);
    await until(() => collector.received.length > before);
  }
  await until(() => told("the traces do not reach their collector") > 0);
  answer.status = 200;
  await call(server);
  await until(() => told("the traces reach their collector again") > 0);
  expect(told("the traces do not reach their collector")).toBe(1);
  const series = await scraped(server);
  expect(series.get("platonic_traces_export_failures_total")).toBeGreaterThan(0);
  expect(series.get("platonic_traces_lost_spans_total")).toBeGreaterThan(0);
  await server.close();
});

test("a collector that nobody serves keeps the service neither from starting nor from stopping", async () => {
  const server = await startServer(exportingTo("http://127.0.0.1:1"));
  expect((await call(server)).status).toBe(200);
  await server.close();
});

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example:4318" };
const settingsOf = (env: Record<string, string>) => exportSettings(loadConfig(env));

test.each<[string, Record<string, string>]>([
  ["without a collector", {}],
  ["with one for metrics alone", { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "http://collector.example/v1/metrics" }],
  ["by OTEL_TRACES_EXPORTER", { ...collector, OTEL_TRACES_EXPORTER: "none" }],
  ["by OTEL_SDK_DISABLED", { ...collector, OTEL_SDK_DISABLED: "true" }],
  ["by a sampler that takes none", { ...collector, OTEL_TRACES_SAMPLER: "always_off" }],
])("no traces are recorded %s", (_, env) => expect(settingsOf(env)).toBeUndefined());

test("the settings of traces alone take the place of those that they share", () => {
  expect(settingsOf(collector)).toMatchObject({
    protocol: "http/protobuf",
    queue: { delayMs: 5_000, timeoutMs: 30_000, spansMax: 2_048, batchMax: 512 },
  });
  expect(loadConfig(collector).traces.sampler).toEqual({ name: "parentbased_always_on", ratio: 1 });
  expect(settingsOf({ ...collector, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "grpc" })?.protocol).toBe("grpc");
  expect(() => loadConfig({ OTEL_BSP_MAX_QUEUE_SIZE: "10" })).toThrow(/OTEL_BSP_MAX_EXPORT_BATCH_SIZE must not/);
});

test("nothing of OpenTelemetry is loaded without a collector", () => {
  const loaded = (settings: string) =>
    execFileSync("npx", ["node", "--input-type=module", "--eval", program(settings)], {
      env: programEnvironment,
      encoding: "utf8",
    })
      .split("\n")
      .filter((line) => line.includes("opentelemetry"));
  expect(loaded("{}")).toEqual([]);
  expect(loaded('{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }').length).toBeGreaterThan(0);
});

/** A program that starts a service, and writes the files that it has loaded. */
function program(settings: string): string {
  return `
    import { mkdtempSync, rmSync } from "node:fs";
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { serve } = await import("./server/app/serve.ts");
    const { loadConfig } = await import("./server/app/config.ts");
    const folder = mkdtempSync("/tmp/platonic-loaded-");
    const config = loadConfig({ PORT: "0", DATA_DIR: folder, BACKUPS: "off", BOOTSTRAP_API_KEY: "a-key-that-is-long-enough-for-all-tests-of-it", ...${settings} });
    const server = await serve(config, { write: () => {} }, { stretching: { iterations: 1_000, iterationsMin: 1_000 } });
    await server.close();
    rmSync(folder, { recursive: true });
    console.log(loaded.join("\\n"));
    process.exit(0);
  `;
}
