import type { Logger } from "pino";
import type { Metrics } from "../../core/metrics/metrics.ts";
import type { SamplerSettings } from "../../core/tracing/sampler.ts";
import type { Tracer } from "../../core/tracing/span.ts";
import { createTracer, type RecordSpan } from "../../core/tracing/tracer.ts";
import type { Config } from "../config.ts";
import { exportSettings } from "./export-settings.ts";

/** Traces of a service that records some. */
export interface Traces {
  readonly tracer: Tracer;
  /** Sampler of other threads, and what takes the spans that they record. */
  readonly sampler: SamplerSettings;
  readonly record: RecordSpan;
}

/** Opens the traces until the resources are disposed of. By default there are none, and nothing is loaded for them. */
export async function openTraces(
  config: Pick<Config, "traces" | "metrics">,
  deps: { readonly metrics: Metrics; readonly log: Logger },
  resources: AsyncDisposableStack,
): Promise<Traces | undefined> {
  const exporting = exportSettings(config);
  if (exporting === undefined) return undefined;
  // Loaded only when it is used.
  const { openExporting } = await import("./exporting.ts");
  const { record } = resources.adopt(await openExporting(exporting, deps), (opened) => opened.close());
  const { sampler } = config.traces;
  return { tracer: createTracer(sampler, record), sampler, record };
}
