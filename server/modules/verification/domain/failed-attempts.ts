import type { Alongside } from "../../../core/alongside.ts";
import { windows } from "../../../core/fixed-window/windows.ts";

/** Answers to challenges of one method of an identity that were wrong, or are being checked. */
export interface FailedAttempts {
  /** Time of the first answer in the last window. */
  readonly windowStartedAt: Date;
  readonly windowCount: number;
  /** Since the last right answer, over all windows. */
  readonly consecutive: number;
}

/** LOCKED until the factor is unlocked or replaced; otherwise until the window ends. */
export type AttemptRefusal = "LOCKED" | { readonly endsAt: Date };

/** Most consecutive failures of an authenticator (NIST SP 800-63B-4, section 3.2.2). */
export const consecutiveMax = 100;

const { countMax, windowMs } = windows.wrongAnswers;

export const noFailedAttempts: FailedAttempts = { windowStartedAt: new Date(0), windowCount: 0, consecutive: 0 };

/** Counts an answer before it is checked, so that each of several parallel ones counts. */
export function countAttempt(attempts: FailedAttempts, now: Date): FailedAttempts | AttemptRefusal {
  const { windowStartedAt, windowCount, consecutive } = attempts;
  if (consecutive >= consecutiveMax) return "LOCKED";
  if (hasEnded(windowStartedAt, now)) return { windowStartedAt: now, windowCount: 1, consecutive: consecutive + 1 };
  if (windowCount >= countMax) return { endsAt: new Date(windowStartedAt.getTime() + windowMs) };
  return { windowStartedAt, windowCount: windowCount + 1, consecutive: consecutive + 1 };
}

/** Uncounts an answer that revealed nothing. */
export function uncountAttempt({ windowStartedAt, windowCount, consecutive }: FailedAttempts): FailedAttempts {
  return {
    windowStartedAt,
    windowCount: Math.max(0, windowCount - 1),
    consecutive: Math.max(0, consecutive - 1),
  };
}

/** Uncounts a right answer, and resets the consecutive failures. */
export function acceptAttempt(attempts: FailedAttempts): FailedAttempts {
  return { ...uncountAttempt(attempts), consecutive: 0 };
}

/** Ends the lock. The window continues. */
export function unlockAttempts(attempts: FailedAttempts): FailedAttempts {
  return { ...attempts, consecutive: 0 };
}

/**
 * Whether a window has ended. One that began in the future has not, since the clocks of processes differ, unless by
 * more than its length: then the clock was set back.
 */
function hasEnded(startedAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - startedAt.getTime()) >= windowMs;
}

/** Port: the store of attempts. */
export interface FailedAttemptStore {
  find(identityId: string, method: string): Promise<FailedAttempts | undefined>;
  /**
   * Stores `after` if `before` is stored, in one conditional write, together with `alongside`. Returns whether it did.
   */
  replace(
    identityId: string,
    method: string,
    before: FailedAttempts | undefined,
    after: FailedAttempts,
    alongside?: Alongside,
  ): Promise<boolean>;
}
