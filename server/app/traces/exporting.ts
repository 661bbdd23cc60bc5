import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { limits } from "../../core/limits.ts";
import type { Metrics } from "../../core/metrics/metrics.ts";
import type { RecordSpan } from "../../core/tracing/tracer.ts";
import { serviceResource, takeStandard, toldOutages } from "../telemetry/collector.ts";
import type { ExportSettings } from "./export-settings.ts";
import { spanData } from "./span-data.ts";
import { SpanQueue } from "./span-queue.ts";

/**
 * Exports spans to a collector of OpenTelemetry until it is closed. A collector that cannot be reached is reported once
 * until it can; lost spans are counted, and nothing waits for any.
 */
export async function openExporting(
  { protocol, queue: bounds, standard }: ExportSettings,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Logger },
): Promise<{ readonly record: RecordSpan; close(): Promise<void> }> {
  takeStandard(standard);
  const exporter = await newExporter(protocol);
  const resource = serviceResource();
  const queue = new SpanQueue({
    ...bounds,
    send: (spans, done) =>
      exporter.export(
        spans.map((span) => spanData(span, resource)),
        ({ code, error }) => done(code === 0 ? undefined : (error ?? new Error("the collector refuses the spans"))),
      ),
    exported: toldOutages(log, "the traces"),
  });
  const lost = "Spans that their collector has not got";
  metrics.counter({ name: "platonic.traces.lost_spans", help: lost, unit: "{span}" }, () => queue.lost);
  const failures = "Exports of spans that the collector did not accept";
  metrics.counter({ name: "platonic.traces.export_failures", help: failures, unit: "{export}" }, () => queue.failures);
  return {
    record: queue.add,
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, limits.metricsLastPushMs);
      await Promise.race([queue.flush(), late]);
      clearTimeout(timer);
      // The last export may fail, which is reported like any other.
      await exporter.shutdown().catch(() => undefined);
    },
  };
}

async function newExporter(protocol: ExportSettings["protocol"]): Promise<SpanExporter> {
  switch (protocol) {
    case "grpc":
      return new (await import("@opentelemetry/exporter-trace-otlp-grpc")).OTLPTraceExporter();
    case "http/json":
      return new (await import("@opentelemetry/exporter-trace-otlp-http")).OTLPTraceExporter();
    case "http/protobuf":
      return new (await import("@opentelemetry/exporter-trace-otlp-proto")).OTLPTraceExporter();
  }
}
