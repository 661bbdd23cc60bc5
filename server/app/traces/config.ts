import { z } from "zod";
import { integer, text, webAddress } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";
import { samplerNames } from "../../core/tracing/sampler.ts";
import { protocol, secretPairs } from "../metrics/config.ts";

/** Settings of the traces, beside those of the collector, which metrics share. */
export const traceSettings = settings({
  variables: {
    OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"]).default("otlp").describe("`none`: no spans are recorded"),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress
      .optional()
      .describe("Collector for spans alone, with the path; it takes the place of `OTEL_EXPORTER_OTLP_ENDPOINT`"),
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional().describe("`OTEL_EXPORTER_OTLP_PROTOCOL`, for spans alone"),
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: secretPairs.optional().describe("`OTEL_EXPORTER_OTLP_HEADERS`, for spans alone"),
    OTEL_TRACES_SAMPLER: z
      .enum(samplerNames)
      .default("parentbased_always_on")
      .describe("Which calls are recorded; `parentbased_`: as a caller has decided who sends a `traceparent`"),
    OTEL_TRACES_SAMPLER_ARG: text("a number from 0 to 1", /^(0(\.\d{1,15})?|1(\.0{1,15})?)$/)
      .default("1")
      .describe("Share of the traces that a sampler by `traceidratio` records"),
    OTEL_BSP_SCHEDULE_DELAY: integer(1, 3_600_000).default(5_000).describe("Milliseconds between two exports of spans"),
    OTEL_BSP_EXPORT_TIMEOUT: integer(1, 3_600_000)
      .default(30_000)
      .describe("Milliseconds after which an export of spans has failed"),
    OTEL_BSP_MAX_QUEUE_SIZE: integer(1, 1_000_000)
      .default(2_048)
      .describe("Spans that wait for their export; more are lost, and counted"),
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: integer(1, 1_000_000).default(512).describe("Spans of one export"),
  },
  secrets: ["OTEL_EXPORTER_OTLP_TRACES_HEADERS"],
  contradictions: ({ OTEL_BSP_MAX_QUEUE_SIZE: queue, OTEL_BSP_MAX_EXPORT_BATCH_SIZE: batch }) =>
    batch > queue ? ["OTEL_BSP_MAX_EXPORT_BATCH_SIZE must not be larger than OTEL_BSP_MAX_QUEUE_SIZE"] : [],
  read: (read) => ({
    exporter: read.OTEL_TRACES_EXPORTER,
    sampler: { name: read.OTEL_TRACES_SAMPLER, ratio: Number(read.OTEL_TRACES_SAMPLER_ARG) },
    queue: {
      delayMs: read.OTEL_BSP_SCHEDULE_DELAY,
      timeoutMs: read.OTEL_BSP_EXPORT_TIMEOUT,
      spansMax: read.OTEL_BSP_MAX_QUEUE_SIZE,
      batchMax: read.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
    },
    /** Undefined: that of the metrics. */
    protocol: read.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL,
    /** Variables that the exporters read themselves. */
    standard: {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: read.OTEL_EXPORTER_OTLP_TRACES_HEADERS,
    },
  }),
});
