import { Fault } from "../../core/fault.ts";
import { FixedWindow, secondsLeft } from "../../core/fixed-window/fixed-window.ts";
import { callsWindowMs } from "../../core/fixed-window/windows.ts";
import type { RateLimits } from "../../rpc/call.ts";
import type { Admission, Limiter } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";
import type { Principal } from "../../rpc/principal.ts";

/** Calls of one principal; its window counts those over the limit, too. */
class Caller extends FixedWindow {
  /** Calls in progress that do some work. */
  concurrent = 0;
  /** Calls in progress that only wait, not counted in `concurrent`. */
  waiting = 0;

  get isBusy(): boolean {
    return this.concurrent > 0 || this.waiting > 0;
  }
}

/** Use of a plan by one principal, in this process. */
export interface PlanUse {
  /** Calls in the present window, including those over the limit. */
  readonly used: number;
  /** End of the present window in ms since 1970; undefined if none is open. */
  readonly endsAtMs: number | undefined;
  readonly concurrent: number;
}

/** A limiter that counts in this process. */
export interface PlanLimiter extends Limiter {
  admit(principal: Principal, takesPlace?: boolean): Admission;
  /** Present use of a principal by its id. */
  useOf(principalId: string): PlanUse;
  /** Number of principals that it remembers. */
  readonly size: number;
}

/**
 * Limits every principal to its plan: concurrent calls, and calls in windows of one minute, each beginning with a first
 * call. Counts in this process. Memory is used by principals with calls in progress or in the last minute, and by ended
 * windows until the next calls remove them.
 *
 * `now` gives milliseconds since 1970.
 */
export function createPlanLimiter({ now = Date.now }: { readonly now?: () => number } = {}): PlanLimiter {
  // Ordered by the end of their windows.
  const callers = new Map<string, Caller>();

  /** Moves a caller whose window begins to the end, and forgets up to two whose windows have ended. */
  function moveLast(id: string, caller: Caller, nowMs: number): void {
    callers.delete(id);
    callers.set(id, caller);
    let left = 2;
    for (const [oldId, old] of callers) {
      if (left-- === 0 || !old.hasEnded(nowMs)) return;
      callers.delete(oldId);
      if (old.isBusy) callers.set(oldId, old);
    }
  }

  return {
    get size() {
      return callers.size;
    },
    useOf(principalId) {
      const caller = callers.get(principalId);
      if (caller === undefined) return { used: 0, endsAtMs: undefined, concurrent: 0 };
      const { count, endsAtMs, concurrent } = caller;
      return caller.hasEnded(now())
        ? { used: 0, endsAtMs: undefined, concurrent }
        : { used: count, endsAtMs, concurrent };
    },
    admit({ id, plan }: Principal, takesPlace = true): Admission {
      const nowMs = now();
      const caller = callers.get(id) ?? new Caller(callsWindowMs);
      const begins = caller.hasEnded(nowMs);
      // Checked before the window, which does not count calls that are rejected here.
      if (takesPlace && caller.concurrent >= plan.concurrentRequests) {
        const limits = begins ? limitsOf(plan, 0, nowMs + callsWindowMs) : limitsNow(plan, caller);
        return { allowed: false, limits, retryAfterSeconds: 1, exceeded: `${calls(plan.concurrentRequests)} at once` };
      }
      if (begins) {
        caller.begin(nowMs);
        moveLast(id, caller, nowMs);
      }
      caller.count += 1;
      if (caller.count > plan.requestsPerMinute) {
        const retryAfterSeconds = secondsLeft(caller.endsAtMs, nowMs);
        const exceeded = `${calls(plan.requestsPerMinute)} a minute`;
        return { allowed: false, limits: limitsNow(plan, caller), retryAfterSeconds, exceeded };
      }
      return new AdmittedCall(caller, plan, takesPlace);
    },
  };
}

/** A call in progress. */
class AdmittedCall {
  readonly allowed = true;
  readonly limits: RateLimits;
  readonly #caller: Caller;
  readonly #plan: Plan;
  /** Concurrency slots that it holds: 1 or 0. */
  #places: number;

  constructor(caller: Caller, plan: Plan, takesPlace: boolean) {
    this.#caller = caller;
    this.#plan = plan;
    this.#places = takesPlace ? 1 : 0;
    caller.concurrent += this.#places;
    this.limits = limitsNow(plan, caller);
  }

  release(): void {
    this.#caller.concurrent -= this.#places;
    this.#places = 0;
  }

  leave(): () => void {
    const caller = this.#caller;
    const { name, concurrentRequests } = this.#plan;
    if (caller.waiting >= concurrentRequests) {
      const message = `The plan ${name} lets ${calls(concurrentRequests)} wait at once; end one of them, or ask without a wait.`;
      throw new Fault("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds: 1 });
    }
    const places = this.#places;
    this.release();
    caller.waiting += 1;
    return () => {
      caller.waiting -= 1;
      caller.concurrent += places;
      this.#places = places;
    };
  }
}

function calls(count: number): string {
  return `${count} ${count === 1 ? "call" : "calls"}`;
}

function limitsNow(plan: Plan, { count, endsAtMs }: Caller): RateLimits {
  return limitsOf(plan, count, endsAtMs);
}

function limitsOf({ requestsPerMinute }: Plan, count: number, endsAtMs: number): RateLimits {
  return {
    limit: requestsPerMinute,
    remaining: Math.max(0, requestsPerMinute - count),
    // Rounded up: a caller that waits until then is in the next window.
    resetAtSeconds: Math.ceil(endsAtMs / 1000),
  };
}
