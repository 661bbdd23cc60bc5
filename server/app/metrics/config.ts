import { isIP } from "node:net";
import { z } from "zod";
import { integer, text, webAddress } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";

const form = "pairs such as name=value, separated by commas";
const pairs = text(form, /^\s*[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/);
export const secretPairs = pairs.meta({ form, conceals: "value" });
export const protocol = z.enum(["http/protobuf", "http/json", "grpc"]);

/** Settings of the metrics: the port on which they are scraped, and the collector to which they are pushed. */
export const metricsSettings = settings({
  variables: {
    METRICS_PORT: integer(0, 65_535)
      .optional()
      .describe("Port on which Prometheus scrapes `/metrics`; `0` for any free one, none without it"),
    METRICS_HOST: text("an IP address", (given) => isIP(given) !== 0)
      .default("127.0.0.1")
      .describe("Address of that port, where everybody who reaches it may read the metrics"),
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress
      .optional()
      .describe(
        "OpenTelemetry collector to which metrics and traces are pushed, over HTTP at `/v1/metrics` and `/v1/traces` below it",
      ),
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: webAddress
      .optional()
      .describe("The same for metrics alone, with the path; it takes the place of the other"),
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol.default("http/protobuf").describe("Protocol of the collector"),
    OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: protocol.optional().describe("The same, for metrics alone"),
    OTEL_EXPORTER_OTLP_HEADERS: secretPairs
      .optional()
      .describe("Headers of requests to the collector, such as credentials"),
    OTEL_EXPORTER_OTLP_METRICS_HEADERS: secretPairs.optional().describe("The same, for metrics alone"),
    OTEL_METRIC_EXPORT_INTERVAL: integer(1_000, 3_600_000)
      .default(60_000)
      .describe("Milliseconds between two pushes of the metrics"),
    OTEL_SERVICE_NAME: text("a name", /^[^\n]{1,255}$/)
      .default("platonic")
      .describe("Name of the service at the collector"),
    OTEL_RESOURCE_ATTRIBUTES: pairs.optional().describe("Attributes of the service at the collector"),
    OTEL_SDK_DISABLED: z.enum(["true", "false"]).default("false").describe("`true`: nothing is pushed"),
  },
  secrets: ["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_METRICS_HEADERS"],
  read: ({ METRICS_PORT: port, METRICS_HOST: host, OTEL_METRIC_EXPORT_INTERVAL: intervalMs, ...otel }) => {
    const { OTEL_SDK_DISABLED: disabled, ...standard } = otel;
    const protocol = otel.OTEL_EXPORTER_OTLP_METRICS_PROTOCOL ?? otel.OTEL_EXPORTER_OTLP_PROTOCOL;
    const isOn = (otel.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? otel.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
    return {
      /** Undefined: no port. */
      scrape: port === undefined ? undefined : { port, host },
      /** Undefined: nothing is pushed. `standard` are variables that the exporters read themselves. */
      push: isOn && disabled === "false" ? { protocol, intervalMs, standard } : undefined,
      /** Collector that metrics share with traces. */
      collector: {
        isDisabled: disabled === "true",
        endpoint: otel.OTEL_EXPORTER_OTLP_ENDPOINT,
        protocol: otel.OTEL_EXPORTER_OTLP_PROTOCOL,
        standard,
      },
    };
  },
});
