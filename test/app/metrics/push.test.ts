import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../../server/app/log.ts";
import { metricsSettings } from "../../../server/app/metrics/config.ts";
import { openPush, type PushSettings } from "../../../server/app/metrics/push.ts";
import { Histogram } from "../../../server/core/metrics/histogram.ts";
import { MetricRegistry } from "../../../server/core/metrics/registry.ts";
import { startServer } from "../../support/server.ts";
import {
  type Received,
  startGrpcReceiver,
  startReceiver,
  withoutStandardVariables,
} from "../../support/telemetry/otlp-receivers.ts";
import { until } from "../../support/until.ts";

withoutStandardVariables();

function opened() {
  const lines: { msg: string; level: number }[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) });
  const registry = new MetricRegistry({ readMs: 600_000, report: () => {} });
  const failures = async () =>
    (await registry.collect()).find(({ name }) => name === "platonic.metrics.push_failures")?.samples[0]?.value;
  const push = async (settings: Partial<PushSettings>, standard: PushSettings["standard"]) => {
    const pushing = await openPush({ protocol: "http/json", intervalMs: 5, ...settings, standard }, { registry, log });
    onTestFinished(() => pushing.close());
    return pushing;
  };
  return { lines, registry, failures, push };
}

const standard = (given: Record<string, string>): PushSettings["standard"] =>
  metricsSettings.read({
    ...{ METRICS_HOST: "127.0.0.1", OTEL_METRIC_EXPORT_INTERVAL: 1_000, OTEL_SDK_DISABLED: "false" },
    ...{ OTEL_SERVICE_NAME: "platonic", OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" },
    ...given,
  } as never).push?.standard as PushSettings["standard"];

test("metrics are pushed with the headers and the names that the standard variables give", async () => {
  const { url, received } = await startReceiver({ status: 200 });
  const { registry, push } = opened();
  const histogram = new Histogram([0.1, 1]);
  histogram.record(0.5);
  registry.histogram({ name: "rpc.server.call.duration", help: "Duration", unit: "s" }, () => [
    { labels: { "rpc.method": "a.B/C" }, value: histogram },
  ]);
  await push(
    {},
    standard({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-token=a%20secret",
      OTEL_SERVICE_NAME: "till",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=trial",
    }),
  );
  await until(() => received.length > 0);
  const [{ path, headers, body }] = received as [Received];
  expect([path, headers["x-token"]]).toEqual(["/v1/metrics", "a secret"]);
  const { resourceMetrics } = JSON.parse(body.toString());
  const attributes = Object.fromEntries(
    resourceMetrics[0].resource.attributes.map((one: { key: string; value: { stringValue: string } }) => [
      one.key,
      one.value.stringValue,
    ]),
  );
  expect(attributes).toMatchObject({ "service.name": "till", "deployment.environment.name": "trial" });
  const metrics = resourceMetrics[0].scopeMetrics.flatMap(({ metrics }: { metrics: object[] }) => metrics);
  expect(metrics).toContainEqual(
    expect.objectContaining({
      name: "rpc.server.call.duration",
      unit: "s",
      histogram: {
        aggregationTemporality: 2,
        dataPoints: [
          expect.objectContaining({ count: 1, sum: 0.5, bucketCounts: [0, 1, 0], explicitBounds: [0.1, 1] }),
        ],
      },
    }),
  );
});

test("a collector that refuses is told once, each refusal is counted, and its return is told", async () => {
  const answer = { status: 400 };
  const { url, received } = await startReceiver(answer);
  const { lines, failures, push } = opened();
  await push({}, standard({ OTEL_EXPORTER_OTLP_ENDPOINT: url }));
  await until(() => received.length > 3);
  expect(await failures()).toBeGreaterThanOrEqual(2);
  answer.status = 200;
  await until(() => lines.length > 1);
  expect(lines).toMatchObject([
    { level: 40, msg: expect.stringContaining("do not reach their collector") },
    { level: 30, msg: "the metrics reach their collector again" },
  ]);
});

test("a collector over gRPC gets them, too", async () => {
  const { url, paths } = await startGrpcReceiver();
  const { push } = opened();
  await push({ protocol: "grpc" }, standard({ OTEL_EXPORTER_OTLP_ENDPOINT: url }));
  await until(() => paths.length > 0);
  expect(paths[0]).toBe("/opentelemetry.proto.collector.metrics.v1.MetricsService/Export");
});

test("a collector that nobody serves keeps the service neither from starting nor from stopping", async () => {
  const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
  expect((await server.post("/v1/admin/keys", { name: "a", plan: "operator", permissions: ["*"] })).status).toBe(200);
  await server.close();
});

test("OTEL_SDK_DISABLED turns the pushes off", () => {
  expect(standard({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_SDK_DISABLED: "true" })).toBeUndefined();
  expect(standard({})).toBeUndefined();
});
