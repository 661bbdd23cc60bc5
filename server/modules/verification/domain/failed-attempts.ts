import { windows } from "../../../core/fixed-window/windows.ts";

/** Answers to challenges of one method of an identity that were wrong, or are being checked. */
export interface Guesses {
  /** Time of the first answer in the last window. */
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

/** Uncounts an answer that revealed nothing. */
export function uncountGuess({ windowStartedAt, windowCount, consecutive }: Guesses): Guesses {
  return {
    windowStartedAt,
    windowCount: Math.max(0, windowCount - 1),
    consecutive: Math.max(0, consecutive - 1),
  };
}

/** Uncounts a right answer, and resets the consecutive failures. */
export function acceptGuess(guesses: Guesses): Guesses {
  return { ...uncountGuess(guesses), consecutive: 0 };
}

/** Ends the lock. The window continues. */
export function unlockGuesses(guesses: Guesses): Guesses {
  return { ...guesses, consecutive: 0 };
}

/**
 * Whether a window has ended. One that began in the future has not, since the clocks of processes differ, unless by
 * more than its length: then the clock was set back.
 */
function hasEnded(startedAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - startedAt.getTime()) >= windowMs;
}

/** Port: the store of guesses. */
export interface GuessStore {
  find(identityId: string, method: string): Promise<Guesses | undefined>;
  /** Stores `after` if `before` is stored, in one conditional write. Returns whether it did. */
  replace(identityId: string, method: string, before: Guesses | undefined, after: Guesses): Promise<boolean>;
}
