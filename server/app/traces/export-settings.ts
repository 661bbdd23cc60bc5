import type { Config } from "../config.ts";
import type { StandardVariables } from "../telemetry/collector.ts";
import type { QueueBounds } from "./span-queue.ts";

/** How spans reach their collector. */
export interface ExportSettings {
  readonly protocol: "http/protobuf" | "http/json" | "grpc";
  readonly queue: QueueBounds;
  readonly standard: StandardVariables;
}

/** Returns how spans are exported; undefined if no collector is set, or no span can be recorded. */
export function exportSettings({ traces, metrics }: Pick<Config, "traces" | "metrics">): ExportSettings | undefined {
  const { exporter, protocol, queue, standard, sampler } = traces;
  const { collector } = metrics;
  const endpoint = standard.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? collector.endpoint;
  const isOff = endpoint === undefined || collector.isDisabled || exporter === "none" || sampler.name === "always_off";
  if (isOff) return undefined;
  return { protocol: protocol ?? collector.protocol, queue, standard: { ...collector.standard, ...standard } };
}
