import type { Logger } from "pino";
import type { Metrics } from "../../core/metrics/metrics.ts";

/**
 * Returns the receiver of the answers of shared windows: an error, or undefined. Counts errors, and logs the first of several
 * and their end.
 */
export function shareReports(metrics: Metrics, log: Logger): (error: unknown) => void {
  let failures = 0;
  let isAway = false;
  const help = "Failures to ask for the windows of calls that processes share, during which each allows its share";
  metrics.counter({ name: "platonic.limits.window_failures", help, unit: "{failure}" }, () => failures);
  return (error) => {
    const wasAway = isAway;
    isAway = error !== undefined;
    if (isAway) failures++;
    if (isAway && !wasAway)
      log.warn({ err: error }, "this process allows its share of each plan, until the counter of its calls answers");
    if (!isAway && wasAway) log.info("calls are counted over all processes again");
  };
}
