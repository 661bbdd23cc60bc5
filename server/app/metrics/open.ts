import type { Logger } from "pino";
import { limits } from "../../core/limits.ts";
import { MetricRegistry } from "../../core/metrics/registry.ts";
import type { Config } from "../config.ts";
import { measureProcess } from "./process-metrics.ts";
import { openScrapePort } from "./scrape-port.ts";

/** Creates the registry in which every part of the service offers its metrics. */
export function createRegistry(log: Logger): MetricRegistry {
  const told = new Set<string>();
  return new MetricRegistry({
    readMs: limits.metricsReadMs,
    report(error, metric) {
      // An outage of the database has its own line.
      if (!told.has(metric)) log.debug({ err: error, metric }, "a metric could not be read; it is left out");
      told.add(metric);
    },
  });
}

/** Serves and pushes the metrics as the settings say, until the resources are disposed of. By default does neither. */
export async function openMetrics(
  { scrape, push }: Config["metrics"],
  deps: { readonly registry: MetricRegistry; readonly log: Logger },
  resources: AsyncDisposableStack,
): Promise<void> {
  if (scrape === undefined && push === undefined) return;
  measureProcess(deps.registry, resources);
  if (push !== undefined) {
    // Loaded only when it is used.
    const { openPush } = await import("./push.ts");
    resources.adopt(await openPush(push, deps), (opened) => opened.close());
  }
  if (scrape !== undefined) resources.adopt(await openScrapePort(scrape, deps), (opened) => opened.close());
}
