import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Principal } from "../domain/access/principal.ts";
import type { RateLimits } from "./call.ts";
import type { Admission, Limiter } from "./pipeline.ts";

/**
 * Port: counts calls in windows of one minute, each beginning with a first call. Every counter of the library fits, so
 * that one in a shared database can replace the one in memory.
 */
export interface MinuteCounter {
  /** Counts one call. */
  consume(id: string): Promise<Minute>;
  /** The window as it stands, if there is one. */
  get(id: string): Promise<Minute | null>;
}

/** One window of one principal. */
export interface Minute {
  /** Calls so far, refused ones included. */
  readonly consumedPoints: number;
  /** Until the window ends. Not above zero: it has ended. */
  readonly msBeforeNext: number;
}

export interface LimiterParts {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Counted in this process when absent. */
  readonly minutes?: MinuteCounter;
}

/**
 * Holds every principal to its plan: calls at once, counted in this process, and calls a minute, counted wherever
 * `minutes` counts them. Only principals with calls under way or in the last minute take up memory.
 */
export function createLimiter({ now = Date.now, minutes = countedInMemory() }: LimiterParts = {}): Limiter {
  const underWay = new Map<string, number>();

  function release(id: string): void {
    const rest = (underWay.get(id) as number) - 1;
    if (rest === 0) underWay.delete(id);
    else underWay.set(id, rest);
  }

  async function admit({ id, plan }: Principal): Promise<Admission> {
    const others = underWay.get(id) ?? 0;
    // Before the minute, so that a call which is refused here is not counted there.
    if (others >= plan.concurrentRequests) {
      const found = await minutes.get(id);
      const minute = found !== null && found.msBeforeNext > 0 ? found : untouched;
      return { allowed: false, limits: limitsOf(minute, plan.requestsPerMinute, now()), retryAfterSeconds: 1 };
    }
    // Taken before anything is awaited, so that calls which arrive together see each other.
    underWay.set(id, others + 1);
    let minute: Minute;
    try {
      minute = await minutes.consume(id);
    } catch (error) {
      release(id);
      throw error;
    }
    const limits = limitsOf(minute, plan.requestsPerMinute, now());
    if (minute.consumedPoints > plan.requestsPerMinute) {
      release(id);
      return { allowed: false, limits, retryAfterSeconds: Math.max(1, Math.ceil(minute.msBeforeNext / 1000)) };
    }
    let released = false;
    return {
      allowed: true,
      limits,
      release() {
        if (!released) release(id);
        released = true;
      },
    };
  }

  return { admit };
}

const minuteSeconds = 60;
const untouched: Minute = { consumedPoints: 0, msBeforeNext: minuteSeconds * 1000 };

/** Forgets a principal when its minute ends. */
function countedInMemory(): MinuteCounter {
  // Never full by itself: one counter serves all plans, so that a principal does not begin a new minute by changing
  // its plan, and how many calls are too many is decided above.
  return new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: minuteSeconds });
}

function limitsOf(minute: Minute, limit: number, nowMs: number): RateLimits {
  return {
    limit,
    remaining: Math.max(0, limit - minute.consumedPoints),
    // Rounded up: who waits until then is in the next window.
    resetAtSeconds: Math.ceil((nowMs + minute.msBeforeNext) / 1000),
  };
}
