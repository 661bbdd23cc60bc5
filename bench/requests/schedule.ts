import { quantile } from "../harness/measure.ts";
import type { Lane, Load } from "./load.ts";

export interface Schedule {
  readonly perSecond: number;
  readonly seconds: number;
  /**
   * Whether to poll for replies without sleeping. If not, latency counts from when this process was awake to send the
   * request: on a processor shared with the server, a late wake-up is not the server's fault.
   */
  readonly sleepless: boolean;
}

/** Latencies in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

/**
 * Sends requests at fixed times, whether or not earlier ones are answered. If all lanes are busy, a request waits and
 * its waiting counts; otherwise a stalled server would get fewer requests and hide the stall (coordinated omission).
 */
export function keepPace({ lanes }: Load, { perSecond, seconds, sleepless }: Schedule): Promise<Latency> {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const count = Math.round(perSecond * seconds);
    const latencies: number[] = [];
    // Lanes are used in turn, because servers close idle connections.
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
