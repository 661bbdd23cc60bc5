import { type Heartbeat, heartbeatMs, isServing, silentAfterMs } from "./domain/process.ts";

/** Longest time between two heartbeats of a process after which it finds those of others in time. */
const undisturbedMs = silentAfterMs - heartbeatMs;

/**
 * Counts the processes that serve, at each heartbeat of this one. When the database was away for long, all others seem
 * silent until they have written again; so the count does not fall before they have had the time.
 */
export function createServingCount(): (listed: readonly Heartbeat[], now: Date) => number {
  let last = { count: 0, atMs: Number.POSITIVE_INFINITY };
  let mayFallAtMs = Number.NEGATIVE_INFINITY;
  return (listed, now) => {
    const atMs = now.getTime();
    if (atMs - last.atMs > undisturbedMs) mayFallAtMs = atMs + silentAfterMs;
    const count = listed.filter((heartbeat) => isServing(heartbeat, now)).length;
    last = { count: atMs < mayFallAtMs ? Math.max(last.count, count) : count, atMs };
    return last.count;
  };
}
