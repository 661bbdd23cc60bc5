import { Fault } from "../../core/fault.ts";
import { secondsLeft } from "../../core/fixed-window/fixed-window.ts";
import { callsWindowMs } from "../../core/fixed-window/windows.ts";
import type { RateLimits } from "../../rpc/call.ts";
import type { Admission, Limiter } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";
import type { Principal } from "../../rpc/principal.ts";
import { type CallWindow, LocalCallWindow } from "./call-window.ts";

/** Calls of one principal. */
class Caller {
  readonly window: CallWindow;
  /** Calls in progress that do some work. */
  concurrent = 0;
  /** Calls in progress that only wait, not counted in `concurrent`. */
  waiting = 0;

  constructor(window: CallWindow) {
    this.window = window;
  }

  get isBusy(): boolean {
    return this.concurrent > 0 || this.waiting > 0;
  }
}

/** Use of a plan by one principal. */
export interface PlanUse {
  /** Calls in the present window, including those over the limit here. */
  readonly used: number;
  /** End of the present window in ms since 1970; undefined if none is open. */
  readonly endsAtMs: number | undefined;
  /** In this process. */
  readonly concurrent: number;
}

/** A limiter of plans. */
export interface PlanLimiter extends Limiter {
  admit(principal: Principal, takesPlace?: boolean): Admission | Promise<Admission>;
  /** Present use of its plan by a principal. */
  useOf(principal: Pick<Principal, "id" | "plan">): Promise<PlanUse>;
  /** Number of principals that it remembers. */
  readonly size: number;
}

export interface PlanLimiterOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Creates the window of a principal by its id; absent: calls are counted in this process. */
  readonly openWindow?: ((principalId: string) => CallWindow) | undefined;
}

/**
 * Limits every principal to its plan: concurrent calls in this process, and calls in windows of one minute, each beginning
 * with a first call. Memory is used by principals with calls in progress or in the last minute, and by ended windows until
 * the next calls remove them.
 */
export function createPlanLimiter({
  now = Date.now,
  openWindow = () => new LocalCallWindow(),
}: PlanLimiterOptions = {}): PlanLimiter {
  // Ordered by the end of their windows.
  const callers = new Map<string, Caller>();

  /** Moves a caller whose window begins to the end, and forgets up to two whose windows have ended. */
  function moveLast(id: string, caller: Caller, nowMs: number): void {
    callers.delete(id);
    callers.set(id, caller);
    let left = 2;
    for (const [oldId, old] of callers) {
      if (left-- === 0 || !old.window.hasEnded(nowMs)) return;
      if (oldId === id) return;
      callers.delete(oldId);
      if (old.isBusy) callers.set(oldId, old);
    }
  }

  /** Decides about a call that holds its place while other processes are asked. */
  async function decideLater(isWithin: Promise<boolean>, call: AdmittedCall): Promise<Admission> {
    const { caller, plan } = call;
    try {
      if (await isWithin) return call.begun(now());
      call.release();
      return tooManyCalls(plan, caller.window, now());
    } catch (error) {
      call.release();
      throw error;
    }
  }

  return {
    get size() {
      return callers.size;
    },
    async useOf({ id, plan }) {
      const { window, concurrent } = callers.get(id) ?? new Caller(openWindow(id));
      await window.look?.(plan.requestsPerMinute);
      if (hasEnded(window, now())) return { used: 0, endsAtMs: undefined, concurrent };
      return { used: window.used(plan.requestsPerMinute), endsAtMs: window.endsAtMs, concurrent };
    },
    admit({ id, plan }: Principal, takesPlace = true): Admission | Promise<Admission> {
      const nowMs = now();
      const caller = callers.get(id) ?? new Caller(openWindow(id));
      const { window } = caller;
      // Checked before the window, which does not count calls that are rejected here.
      if (takesPlace && caller.concurrent >= plan.concurrentRequests) {
        const exceeded = `${calls(plan.concurrentRequests)} at once`;
        return { allowed: false, limits: limitsAt(nowMs, plan, window), retryAfterSeconds: 1, exceeded };
      }
      const lastEndMs = window.endsAtMs;
      const isWithin = window.use(plan.requestsPerMinute, nowMs);
      if (isWithin instanceof Promise || window.endsAtMs !== lastEndMs) moveLast(id, caller, nowMs);
      if (isWithin === false) return tooManyCalls(plan, window, nowMs);
      const call = new AdmittedCall(caller, plan, takesPlace);
      return isWithin === true ? call.begun(nowMs) : decideLater(isWithin, call);
    },
  };
}

/** A call in progress. */
class AdmittedCall {
  readonly allowed = true;
  limits!: RateLimits;
  readonly caller: Caller;
  readonly plan: Plan;
  /** Concurrency slots that it holds: 1 or 0. */
  #places: number;

  constructor(caller: Caller, plan: Plan, takesPlace: boolean) {
    this.caller = caller;
    this.plan = plan;
    this.#places = takesPlace ? 1 : 0;
    caller.concurrent += this.#places;
  }

  /** Notes the limits as they are when the call begins. */
  begun(nowMs: number): this {
    this.limits = limitsAt(nowMs, this.plan, this.caller.window);
    return this;
  }

  release(): void {
    this.caller.concurrent -= this.#places;
    this.#places = 0;
  }

  leave(): () => void {
    const { caller } = this;
    const { name, concurrentRequests } = this.plan;
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

function tooManyCalls(plan: Plan, window: CallWindow, nowMs: number): Admission {
  const exceeded = `${calls(plan.requestsPerMinute)} a minute`;
  const retryAfterSeconds = secondsLeft(window.endsAtMs, nowMs);
  return { allowed: false, limits: limitsAt(nowMs, plan, window), retryAfterSeconds, exceeded };
}

/** Whether no window is open. The end of one alone does not tell: the clock may have been set back. */
function hasEnded(window: CallWindow, nowMs: number): boolean {
  return window.hasEnded(nowMs) || window.endsAtMs <= nowMs;
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
