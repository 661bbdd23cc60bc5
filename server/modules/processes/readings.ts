import { performance } from "node:perf_hooks";
import type { Readings } from "./domain/process.ts";

/** Measures the process, each time since the previous measurement. */
export interface ProcessReader {
  read(): Pick<Readings, "callsPerSecond" | "utilization" | "memoryBytes" | "threads" | "threadsLost">;
}

/** Threads that have the port now, and those that were lost. */
export interface ThreadCounts {
  readonly serving: number;
  readonly lost: number;
}

/** Shortest time over which something is averaged: a second heartbeat may follow at once. */
const shortestMs = 100;

/** Creates the reader of this process, from the number of its calls so far and its threads. */
export function createProcessReader(calls: () => number, threads: () => ThreadCounts): ProcessReader {
  let callsBefore = calls();
  let sinceMs = performance.now();
  let before = performance.eventLoopUtilization();
  return {
    read() {
      const nowMs = performance.now();
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      const callsNow = calls();
      const { serving, lost } = threads();
      const readings = {
        callsPerSecond: rounded(((callsNow - callsBefore) * 1_000) / Math.max(nowMs - sinceMs, shortestMs)),
        utilization: rounded(Math.min(Math.max(utilization, 0), 1)),
        memoryBytes: process.memoryUsage.rss(),
        threads: serving,
        threadsLost: lost,
      };
      callsBefore = callsNow;
      sinceMs = nowMs;
      before = now;
      return readings;
    },
  };
}

/** Returns a reading with three decimals: more would be noise. */
export function rounded(reading: number): number {
  return Math.round(reading * 1_000) / 1_000;
}
