import { Fault } from "../../core/fault.ts";
import { secondsLeft } from "../../core/fixed-window/fixed-window.ts";
import { callsWindowMs } from "../../core/fixed-window/windows.ts";
import type { RateLimits } from "../../rpc/call.ts";
import type { Admission, Limiter } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";
import type { Principal } from "../../rpc/principal.ts";
import { type CallCounts, localCounts } from "./call-counts.ts";
import type { CallWindow } from "./call-window.ts";

/** Use of a plan by one principal. */
export interface PlanUse {
  /** Calls in the present window, including those over the limit here. */
  readonly used: number;
  /** End of the present window in ms since 1970; undefined if none is open. */
  readonly endsAtMs: number | undefined;
  /** In this process, over its threads. */
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
  /** Opens the counts of a principal by its id; absent: this thread counts for itself. */
  readonly openCounts?: ((principalId: string) => CallCounts | Promise<CallCounts>) | undefined;
}

/**
 * Limits every principal to its plan: concurrent calls in this process, and calls in windows of one minute, each beginning
 * with a first call. Memory is used by principals with calls in progress or in the last minute, and by ended windows until
 * the next calls remove them.
 */
export function createPlanLimiter({
  now = Date.now,
  openCounts = () => localCounts(),
}: PlanLimiterOptions = {}): PlanLimiter {
  // Ordered by the end of their windows.
  const callers = new Map<string, CallCounts>();

  /** Moves a caller whose window begins to the end, and forgets up to two whose windows have ended. */
  function moveLast(id: string, caller: CallCounts, nowMs: number): void {
    callers.delete(id);
    callers.set(id, caller);
    let left = 2;
    for (const [oldId, old] of callers) {
      if (left-- === 0 || !old.window.hasEnded(nowMs)) return;
      if (oldId === id) return;
      callers.delete(oldId);
      if (isBusy(old)) callers.set(oldId, old);
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

  async function admitOpened(
    principal: Principal,
    takesPlace: boolean,
    opened: Promise<CallCounts>,
  ): Promise<Admission> {
    const caller = await opened;
    callers.set(principal.id, caller);
    return admit(principal, takesPlace, caller);
  }

  function admit(principal: Principal, takesPlace: boolean, caller: CallCounts): Admission | Promise<Admission> {
    const nowMs = now();
    const { id, plan } = principal;
    const { window, places } = caller;
    // Checked before the window, which does not count calls that are rejected here.
    const place = places.take(takesPlace ? plan.concurrentRequests : Number.POSITIVE_INFINITY);
    if (place === "closed") {
      callers.delete(id);
      return admitBy(principal, takesPlace);
    }
    if (place === "full") {
      window.refresh?.();
      const exceeded = `${calls(plan.concurrentRequests)} at once`;
      return { allowed: false, limits: limitsAt(nowMs, plan, window), retryAfterSeconds: 1, exceeded };
    }
    const lastEndMs = window.endsAtMs;
    const isWithin = window.use(plan.requestsPerMinute, nowMs);
    if (isWithin === false || !takesPlace) places.giveBack();
    if (isWithin instanceof Promise || window.endsAtMs !== lastEndMs) moveLast(id, caller, nowMs);
    if (isWithin === false) return tooManyCalls(plan, window, nowMs);
    const call = new AdmittedCall(caller, plan, takesPlace);
    return isWithin === true ? call.begun(nowMs) : decideLater(isWithin, call);
  }

  function admitBy(principal: Principal, takesPlace: boolean): Admission | Promise<Admission> {
    const caller = callers.get(principal.id) ?? openCounts(principal.id);
    return caller instanceof Promise
      ? admitOpened(principal, takesPlace, caller)
      : admit(principal, takesPlace, caller);
  }

  return {
    get size() {
      return callers.size;
    },
    async useOf({ id, plan }) {
      const known = callers.get(id);
      const { window, places } = known === undefined || known.places.isClosed ? await openCounts(id) : known;
      await window.look?.(plan.requestsPerMinute);
      const concurrent = places.taken;
      if (hasEnded(window, now())) return { used: 0, endsAtMs: undefined, concurrent };
      return { used: window.used(plan.requestsPerMinute), endsAtMs: window.endsAtMs, concurrent };
    },
    admit: (principal, takesPlace = true) => admitBy(principal, takesPlace),
  };
}

function isBusy({ places }: CallCounts): boolean {
  return places.taken > 0 || places.waiting > 0;
}

/** A call in progress, whose place is taken. */
class AdmittedCall {
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
