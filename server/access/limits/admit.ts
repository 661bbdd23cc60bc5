import type { RateLimits } from "../../rpc/call.ts";
import type { Admission, Limiter } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";
import type { Principal } from "../../rpc/principal.ts";

/** One principal's calls. */
interface Caller {
  /** Calls under way. */
  underWay: number;
  /** Calls in the window of one minute that ends then, refused ones included. */
  count: number;
  endsAtMs: number;
}

/** A limiter that counts in this process. */
export interface MemoryLimiter extends Limiter {
  admit(principal: Principal): Admission;
  /** How many principals it remembers. */
  readonly size: number;
}

/**
 * Holds every principal to its plan: calls at once, and calls in windows of one minute, each beginning with a first
 * call. Counts in this process. Only principals with calls under way or in the last minute take up memory, and some
 * that were not yet found to have none.
 *
 * `now` gives milliseconds since 1970.
 */
export function createLimiter({ now = Date.now }: { readonly now?: () => number } = {}): MemoryLimiter {
  // In the order in which their windows end.
  const callers = new Map<string, Caller>();

  /** A new window puts a caller last, and lets some go whose windows have ended: as many as come, and one more. */
  function beginWindow(id: string, caller: Caller, nowMs: number): void {
    callers.delete(id);
    callers.set(id, caller);
    caller.count = 0;
    caller.endsAtMs = nowMs + minuteMs;
    let left = 2;
    for (const [oldId, old] of callers) {
      if (left-- === 0 || !hasEnded(old, nowMs)) return;
      callers.delete(oldId);
      if (old.underWay > 0) callers.set(oldId, old);
    }
  }

  return {
    get size() {
      return callers.size;
    },
    admit({ id, plan }: Principal): Admission {
      const nowMs = now();
      const caller = callers.get(id) ?? { underWay: 0, count: 0, endsAtMs: 0 };
      // Before the minute, so that a call which is refused here is not counted there.
      if (caller.underWay >= plan.concurrentRequests) {
        const limits = hasEnded(caller, nowMs) ? limitsOf(plan, 0, nowMs + minuteMs) : limitsNow(plan, caller);
        return { allowed: false, limits, retryAfterSeconds: 1 };
      }
      if (hasEnded(caller, nowMs)) beginWindow(id, caller, nowMs);
      caller.count += 1;
      if (caller.count > plan.requestsPerMinute) {
        const retryAfterSeconds = Math.max(1, Math.ceil((caller.endsAtMs - nowMs) / 1000));
        return { allowed: false, limits: limitsNow(plan, caller), retryAfterSeconds };
      }
      caller.underWay += 1;
      return new Place(caller, limitsNow(plan, caller));
    },
  };
}

/** One of the calls at once. */
class Place {
  readonly allowed = true;
  readonly limits: RateLimits;
  readonly #caller: Caller;
  #isFree = false;

  constructor(caller: Caller, limits: RateLimits) {
    this.#caller = caller;
    this.limits = limits;
  }

  release(): void {
    if (!this.#isFree) this.#caller.underWay -= 1;
    this.#isFree = true;
  }
}

const minuteMs = 60_000;

/** A clock that was set back must not make a window longer. */
function hasEnded({ endsAtMs }: Caller, nowMs: number): boolean {
  return nowMs >= endsAtMs || endsAtMs > nowMs + minuteMs;
}

function limitsNow(plan: Plan, { count, endsAtMs }: Caller): RateLimits {
  return limitsOf(plan, count, endsAtMs);
}

function limitsOf({ requestsPerMinute }: Plan, count: number, endsAtMs: number): RateLimits {
  return {
    limit: requestsPerMinute,
    remaining: Math.max(0, requestsPerMinute - count),
    // Rounded up: who waits until then is in the next window.
    resetAtSeconds: Math.ceil(endsAtMs / 1000),
  };
}
