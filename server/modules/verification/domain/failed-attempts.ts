import { windows } from "../../../core/fixed-window/windows.ts";

/** Answers to challenges of one method of an identity that were wrong, or are being checked. */
export interface Guesses {
  /** First of them in the window that began last. */
  readonly windowStartedAt: Date;
  readonly windowCount: number;
  /** Since the last right answer, over all windows. */
  readonly consecutive: number;
}

/** LOCKED until the factor is unlocked or replaced; otherwise until the window ends. */
export type GuessRefusal = "LOCKED" | { readonly endsAt: Date };

/** Most consecutive failures of an authenticator (NIST SP 800-63B-4, section 3.2.2). */
export const consecutiveMax = 100;

const { countMax, windowMs } = windows.wrongAnswers;

export const noGuesses: Guesses = { windowStartedAt: new Date(0), windowCount: 0, consecutive: 0 };

/** Counts an answer before it is checked, so that each of several parallel ones counts. */
export function countGuess(guesses: Guesses, now: Date): Guesses | GuessRefusal {
  const { windowStartedAt, windowCount, consecutive } = guesses;
  if (consecutive >= consecutiveMax) return "LOCKED";
  if (hasEnded(windowStartedAt, now)) return { windowStartedAt: now, windowCount: 1, consecutive: consecutive + 1 };
  if (windowCount >= countMax) return { endsAt: new Date(windowStartedAt.getTime() + windowMs) };
  return { windowStartedAt, windowCount: windowCount + 1, consecutive: consecutive + 1 };
}

/** Takes back an answer that was counted and revealed nothing. */
export function uncountGuess({ windowStartedAt, windowCount, consecutive }: Guesses): Guesses {
  return {
    windowStartedAt,
    windowCount: Math.max(0, windowCount - 1),
    consecutive: Math.max(0, consecutive - 1),
  };
}

/** Takes back a right answer, and begins a new row of failures. */
export function acceptGuess(guesses: Guesses): Guesses {
  return { ...uncountGuess(guesses), consecutive: 0 };
}

/** Ends the lock. The window goes on. */
export function unlockGuesses(guesses: Guesses): Guesses {
  return { ...guesses, consecutive: 0 };
}

/** A window that began in the future lasts: the clocks of several processes differ. Beyond its length the clock was set back. */
function hasEnded(startedAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - startedAt.getTime()) >= windowMs;
}

/** Port: the store of guesses. */
export interface GuessStore {
  find(identityId: string, method: string): Promise<Guesses | undefined>;
  /** Stores `after` if `before` is what is stored, in one conditional write. Returns whether it did. */
  replace(identityId: string, method: string, before: Guesses | undefined, after: Guesses): Promise<boolean>;
}
