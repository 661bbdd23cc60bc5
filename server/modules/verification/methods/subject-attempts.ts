import type { Alongside } from "../../../core/alongside.ts";
import { Fault } from "../../../core/fault.ts";
import { secondsLeft } from "../../../core/fixed-window/fixed-window.ts";
import {
  type AttemptRefusal,
  acceptAttempt,
  consecutiveMax,
  countAttempt,
  type FailedAttemptStore,
  type FailedAttempts,
  noFailedAttempts,
  uncountAttempt,
  unlockAttempts,
} from "../domain/failed-attempts.ts";
import type { Method } from "../domain/methods.ts";

/** Limits of the wrong answers of subjects, for all processes of the service and across restarts. */
export interface SubjectAttempts {
  /**
   * Counts an answer before it is checked.
   *
   * @throws Fault RATE_LIMIT_EXCEEDED, or STATE_INVALID if the factor is locked
   */
  count(subjectId: string, method: Method, now: Date): Promise<void>;
  /** Uncounts an answer that was not checked. */
  uncount(subjectId: string, method: Method): Promise<void>;
  /** Uncounts a right answer and the failures before it. */
  accept(subjectId: string, method: Method): Promise<void>;
  /** Ends the lock of a factor, together with `alongside`. */
  unlock(subjectId: string, method: Method, alongside?: Alongside): Promise<void>;
}

export function subjectAttempts(store: FailedAttemptStore): SubjectAttempts {
  /** Updates the attempts. The loop ends: others change the row as often as answers are counted, which is bounded. */
  async function takeBack(
    subjectId: string,
    method: Method,
    next: (attempts: FailedAttempts) => FailedAttempts,
    alongside?: Alongside,
  ): Promise<void> {
    for (;;) {
      const before = await store.find(subjectId, method);
      if (before === undefined) return;
      if (await store.replace(subjectId, method, before, next(before), alongside)) return;
    }
  }

  return {
    async count(subjectId, method, now) {
      for (;;) {
        const before = await store.find(subjectId, method);
        const after = countAttempt(before ?? noFailedAttempts, now);
        if (after === "LOCKED" || "endsAt" in after) throw faultOf(after, now);
        if (await store.replace(subjectId, method, before, after)) return;
      }
    },
    uncount: (subjectId, method) => takeBack(subjectId, method, uncountAttempt),
    accept: (subjectId, method) => takeBack(subjectId, method, acceptAttempt),
    unlock: (subjectId, method, alongside) => takeBack(subjectId, method, unlockAttempts, alongside),
  };
}

function faultOf(refusal: AttemptRefusal, now: Date): Fault {
  if (refusal === "LOCKED") {
    return new Fault(
      "STATE_INVALID",
      `The factor is locked after ${consecutiveMax} wrong answers in a row: its owner, with a fresh proof by another ` +
        "factor, or an administrator unlocks it.",
    );
  }
  const retryAfterSeconds = secondsLeft(refusal.endsAt.getTime(), now.getTime());
  const message = `Too many wrong answers; try again in ${retryAfterSeconds} s.`;
  return new Fault("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds });
}
