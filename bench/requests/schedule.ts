import { quantile } from "../harness/measure.ts";
import type { Lane, Load } from "./load.ts";

export interface Schedule {
  readonly perSecond: number;
  readonly seconds: number;
  /**
   * Whether to look for replies without ever sleeping. If not, a request counts from when this process was awake to
   * send it: on a processor that is shared with the server, being woken late is not the server's doing.
   */
  readonly sleepless: boolean;
}

/** In milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

/**
 * Sends requests at fixed times, whether or not earlier ones are answered. One for which all lanes are busy waits, and
 * its waiting counts: else a server that stands still would be asked less, and hide how long it stood still.
 */
export function keepPace({ lanes }: Load, { perSecond, seconds, sleepless }: Schedule): Promise<Latency> {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const count = Math.round(perSecond * seconds);
    const latencies: number[] = [];
    // In turn, because servers close connections that are idle.
    const free: Lane[] = [...lanes];
    const waiting: number[] = [];
    let scheduled = 0;
    const dueMs = () => startedMs + (scheduled * 1000) / perSecond;
    const sendWaiting = () => {
      while (waiting.length > 0 && free.length > 0) {
        const sinceMs = waiting.shift() as number;
        const lane = free.shift() as Lane;
        lane.send(() => {
          latencies.push(performance.now() - sinceMs);
          free.push(lane);
          if (latencies.length === count) resolve(latencyOf(latencies));
          else sendWaiting();
        });
        lane.flush();
      }
    };
    const look = () => {
      const nowMs = performance.now();
      for (; scheduled < count && dueMs() <= nowMs; scheduled++) waiting.push(sleepless ? dueMs() : nowMs);
      sendWaiting();
      if (latencies.length === count) return;
      if (sleepless) setImmediate(look);
      else if (scheduled < count) setTimeout(look, dueMs() - nowMs);
    };
    look();
  });
}

function latencyOf(latencies: readonly number[]): Latency {
  const sorted = Float64Array.from(latencies).sort();
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), p999: quantile(sorted, 0.999) };
}
