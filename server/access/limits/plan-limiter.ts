import type { Admission, Limiter } from "../../rpc/pipeline.ts";
import type { Principal } from "../../rpc/principal.ts";
import { AdmittedCall, hasEnded, tooManyAtOnce, tooManyCalls } from "./admitted-call.ts";
import { type CallCounts, localCounts } from "./call-counts.ts";
import { RecentCallers } from "./recent-callers.ts";

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
  const callers = new RecentCallers();

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
    if (place === "full") return tooManyAtOnce(plan, window, nowMs);
    const lastEndMs = window.endsAtMs;
    const isWithin = window.use(plan.requestsPerMinute, nowMs);
    if (isWithin === false || !takesPlace) places.giveBack();
    if (isWithin instanceof Promise || window.endsAtMs !== lastEndMs) callers.moveLast(id, caller, nowMs);
    if (isWithin === false) return tooManyCalls(plan, window, nowMs);
    const call = new AdmittedCall(caller, plan, takesPlace);
    return isWithin === true ? call.begun(nowMs) : decideLater(isWithin, call, now);
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

/** Decides about a call that holds its place while other processes are asked. */
async function decideLater(isWithin: Promise<boolean>, call: AdmittedCall, now: () => number): Promise<Admission> {
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
