import type { Metrics } from "../core/metrics/metrics.ts";
import { rarely } from "../core/metrics/readings.ts";

/** Time for which the number of sessions is told: to count them takes a query for each two thousand. */
const countedEveryMs = 60_000;

/** Offers the sessions that are open. */
export function offerSessions(metrics: Metrics, count: (nowMs: number) => Promise<number>): void {
  metrics.gauge(
    { name: "platonic.sessions", help: "Open sessions of all processes, counted once a minute", unit: "{session}" },
    rarely(() => count(Date.now()), { everyMs: countedEveryMs, now: () => performance.now() }),
  );
}
