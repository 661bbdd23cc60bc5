import { Fault } from "../../core/fault.ts";
import { secondsLeft } from "../../core/fixed-window/fixed-window.ts";
import { callsWindowMs } from "../../core/fixed-window/windows.ts";
import type { RateLimits } from "../../rpc/call.ts";
import type { Admission } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";
import type { CallCounts } from "./call-counts.ts";
import type { CallWindow } from "./call-window.ts";

/** A call in progress, whose place is taken. */
export class AdmittedCall {
  readonly allowed = true;
  limits!: RateLimits;
  readonly caller: CallCounts;
  readonly plan: Plan;
  #holdsPlace: boolean;

  constructor(caller: CallCounts, plan: Plan, holdsPlace: boolean) {
    this.caller = caller;
    this.plan = plan;
    this.#holdsPlace = holdsPlace;
  }

  /** Notes the limits as they are when the call begins. */
  begun(nowMs: number): this {
    this.limits = limitsAt(nowMs, this.plan, this.caller.window);
    return this;
  }

  release(): void {
    if (this.#holdsPlace) this.caller.places.giveBack();
    this.#holdsPlace = false;
  }

  leave(): () => void {
    const { places } = this.caller;
    const { name, concurrentRequests } = this.plan;
    if (places.waiting >= concurrentRequests) {
      const message = `The plan ${name} lets ${calls(concurrentRequests)} wait at once; end one of them, or ask without a wait.`;
      throw new Fault("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds: 1 });
    }
    const held = this.#holdsPlace;
    this.release();
    places.waiting += 1;
    return () => {
      // Taken before the wait ends, since counts with a waiting call are not closed.
      if (held) places.take(Number.POSITIVE_INFINITY);
      places.waiting -= 1;
      this.#holdsPlace = held;
    };
  }
}

function calls(count: number): string {
  return `${count} ${count === 1 ? "call" : "calls"}`;
}

/** Refuses a call beyond those of a minute. */
export function tooManyCalls(plan: Plan, window: CallWindow, nowMs: number): Admission {
  const exceeded = `${calls(plan.requestsPerMinute)} a minute`;
  const retryAfterSeconds = secondsLeft(window.endsAtMs, nowMs);
  return { allowed: false, limits: limitsAt(nowMs, plan, window), retryAfterSeconds, exceeded };
}

/** Whether no window is open. The end of one alone does not tell: the clock may have been set back. */
export function hasEnded(window: CallWindow, nowMs: number): boolean {
  return window.hasEnded(nowMs) || window.endsAtMs <= nowMs;
}

/** Refuses a call beyond those at once, which does not count for the minute. */
export function tooManyAtOnce(plan: Plan, window: CallWindow, nowMs: number): Admission {
  window.refresh?.();
  const exceeded = `${calls(plan.concurrentRequests)} at once`;
  return { allowed: false, limits: limitsAt(nowMs, plan, window), retryAfterSeconds: 1, exceeded };
}

function limitsAt(nowMs: number, { requestsPerMinute }: Plan, window: CallWindow): RateLimits {
  const isNew = hasEnded(window, nowMs);
  const endsAtMs = isNew ? nowMs + callsWindowMs : window.endsAtMs;
  return {
    limit: requestsPerMinute,
    remaining: isNew ? requestsPerMinute : window.remaining(requestsPerMinute),
    // Rounded up: a caller that waits until then is in the next window.
    resetAtSeconds: Math.ceil(endsAtMs / 1000),
  };
}
