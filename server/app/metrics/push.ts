import { performance } from "node:perf_hooks";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  MeterProvider,
  type MetricProducer,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from "@opentelemetry/sdk-metrics";
import type { Logger } from "pino";
import manifest from "../../../package.json" with { type: "json" };
import { limits } from "../../core/limits.ts";
import type { Family, Metrics } from "../../core/metrics/metrics.ts";
import type { MetricRegistry } from "../../core/metrics/registry.ts";
import { serviceVersion } from "../../core/service-version.ts";
import { serviceResource, takeStandard, toldOutages } from "../telemetry/collector.ts";
import { timeOf } from "../telemetry/time.ts";
import type { metricsSettings } from "./config.ts";
import { metricData } from "./metric-data.ts";

export type PushSettings = NonNullable<ReturnType<typeof metricsSettings.read>["push"]>;

/**
 * Pushes the metrics to a collector of OpenTelemetry until it is closed. A collector that cannot be reached is reported
 * once until it can; each failed push is counted, and nothing waits for it.
 */
export async function openPush(
  { protocol, intervalMs, standard }: PushSettings,
  { registry, log }: { readonly registry: MetricRegistry; readonly log: Logger },
): Promise<{ close(): Promise<void> }> {
  takeStandard(standard);
  const exporter = told(await newExporter(protocol), { metrics: registry, log });
  const metricProducers = [producerOf(registry)];
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: intervalMs, metricProducers });
  const provider = new MeterProvider({ resource: serviceResource(), readers: [reader] });
  return {
    // The last push may fail, which is reported like any other.
    close: () => provider.shutdown({ timeoutMillis: limits.metricsLastPushMs }).catch(() => undefined),
  };
}

async function newExporter(protocol: PushSettings["protocol"]): Promise<PushMetricExporter> {
  switch (protocol) {
    case "grpc":
      return new (await import("@opentelemetry/exporter-metrics-otlp-grpc")).OTLPMetricExporter();
    case "http/json":
      return new (await import("@opentelemetry/exporter-metrics-otlp-http")).OTLPMetricExporter();
    case "http/protobuf":
      return new (await import("@opentelemetry/exporter-metrics-otlp-proto")).OTLPMetricExporter();
  }
}

/** Reports the first failure of an exporter and its end, and counts each. */
function told(
  exporter: PushMetricExporter,
  deps: { readonly metrics: Metrics; readonly log: Logger },
): PushMetricExporter {
  const { metrics, log } = deps;
  let failures = 0;
  const tell = toldOutages(log, "the metrics");
  const help = "Pushes of the metrics that the collector did not accept";
  metrics.counter({ name: "platonic.metrics.push_failures", help, unit: "{push}" }, () => failures);
  return {
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
    export(data, done) {
      exporter.export(data, (result) => {
        if (result.error !== undefined) failures++;
        tell(result.error);
        done(result);
      });
    },
  };
}

function producerOf(registry: MetricRegistry): MetricProducer {
  const startTime = timeOf(performance.timeOrigin);
  return {
    async collect() {
      const families = await registry.collect();
      const span = { startTime, endTime: timeOf(Date.now()) };
      const metrics = families.filter(hasSamples).map((family) => metricData(family, span));
      const scope = { name: manifest.name, version: serviceVersion };
      const resource = resourceFromAttributes({});
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
    },
  };
}

function hasSamples({ samples }: Family): boolean {
  return samples.length > 0;
}
