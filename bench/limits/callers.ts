import { randomUUID } from "node:crypto";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import type { PlanLimiter } from "../../server/access/limits/plan-limiter.ts";
import type { Principal } from "../../server/rpc/principal.ts";

/** Calls that new callers make, each within its plan and one after the other. */
export interface Use {
  readonly name: string;
  readonly callers: number;
  readonly requestsPerMinute: number;
  readonly callsEach: number;
  /** Time between two calls of a caller; 0: a turn of the event loop. */
  readonly pauseMs: number;
}

/** Cost of the limit of the calls of a round. */
export interface Round {
  /** Microseconds until a call was admitted, sorted. */
  readonly us: Float64Array;
  /** Share of the calls that waited for an answer of the counter. */
  readonly waited: number;
  /** Microseconds of this process's processor for each call, with what it sends to the counter. */
  readonly cpuUs: number;
}

/** Makes the calls. @throws Error if one of them is refused */
export async function measured(limiter: PlanLimiter, use: Use): Promise<Round> {
  const { callers, requestsPerMinute, callsEach, pauseMs } = use;
  const plan = { name: "bench", requestsPerMinute, concurrentRequests: 1_000 };
  const us = new Float64Array(callers * callsEach);
  let [done, waited] = [0, 0];
  const caller = async (principal: Principal) => {
    // Not all at once.
    await delay(Math.random() * pauseMs);
    for (let count = 0; count < callsEach; count++) {
      const startedMs = performance.now();
      const decided = limiter.admit(principal);
      const isLate = decided instanceof Promise;
      const admission = isLate ? await decided : decided;
      us[done++] = (performance.now() - startedMs) * 1_000;
      if (isLate) waited++;
      if (!admission.allowed) throw new Error("a call within the plan is refused");
      admission.release();
      await (pauseMs === 0 ? turn() : delay(pauseMs));
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: callers }, () => caller({ id: randomUUID(), plan, permissions: [] })));
  const { user, system } = process.cpuUsage(before);
  return { us: us.sort(), waited: waited / us.length, cpuUs: (user + system) / us.length };
}
