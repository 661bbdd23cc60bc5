import { localCounts } from "../../../server/access/limits/call-counts.ts";
import { openLeases } from "../../../server/access/limits/leases.ts";
import { createPlanLimiter, type PlanLimiter } from "../../../server/access/limits/plan-limiter.ts";
import { leasedCounts, openSharedCounts } from "../../../server/access/limits/shared-counts.ts";
import type { Principal } from "../../../server/rpc/principal.ts";
import { CountedWindows } from "./counted-windows.ts";

export function caller(requestsPerMinute = 60, id = "key:a", concurrentRequests = 1_000): Principal {
  return { id, plan: { name: "trial", requestsPerMinute, concurrentRequests }, permissions: [] };
}

export interface ProcessesOptions {
  /** By how much the clock of each is ahead. */
  readonly aheadMs?: readonly number[];
  /** Number of processes that share the windows, as they know it. */
  readonly serving?: number;
  /** Threads of each process beside its main thread. */
  readonly threads?: number;
}

/** Limiters of so many processes that share windows, each with its own clock; those of a process are of its threads, the main one first. */
export function processes(count: number, { aheadMs = [0], serving = count, threads = 0 }: ProcessesOptions = {}) {
  const windows = new CountedWindows(() => Date.now());
  const errors: unknown[] = [];
  const all = Array.from({ length: count }, (_, index) => {
    const now = () => Date.now() + (aheadMs[index] ?? 0);
    const report = (error: unknown) => error !== undefined && errors.push(error);
    const leases = openLeases({ windows, sharers: () => serving, report, now });
    const limiters = limitersOf(threads, leases, now);
    return { leases, limiter: limiters[0] as PlanLimiter, limiters };
  });
  /** Sends calls to the processes by turns, and to their threads by turns; returns how many are within the limit. */
  const send = async (calls: number, principal = caller(), to = all) => {
    const admissions = await Promise.all(
      Array.from({ length: calls }, (_, n) => {
        const { limiters } = to[n % to.length] as (typeof all)[number];
        return limiters[Math.floor(n / to.length) % limiters.length]?.admit(principal);
      }),
    );
    for (const admission of admissions) if (admission?.allowed) admission.release();
    return admissions.filter((admission) => admission?.allowed).length;
  };
  return { windows, all, errors, send };
}

function limitersOf(threads: number, { openWindow }: ReturnType<typeof openLeases>, now: () => number): PlanLimiter[] {
  if (threads === 0) return [createPlanLimiter({ now, openCounts: (id) => localCounts(openWindow(id)) })];
  const counts = openSharedCounts(threads, now, openWindow);
  const others = Array.from({ length: threads }, (_, n) =>
    createPlanLimiter({
      now,
      async openCounts(id) {
        const main = { use: (countMax: number) => counts.use(id, countMax), tellLow: () => counts.low(id) };
        return leasedCounts(counts.memoryOf(id), n + 1, main, now);
      },
    }),
  );
  return [createPlanLimiter({ now, openCounts: counts.open }), ...others];
}
