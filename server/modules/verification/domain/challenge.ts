import type { Level } from "./levels.ts";
import { Concealed } from "./masking.ts";
import type { ChallengeMethod } from "./methods.ts";

/** PENDING waits for an answer; the other states are final. */
export type ChallengeState = "PENDING" | "PASSED" | "FAILED" | "EXPIRED" | "CANCELLED";

/** A challenge to an identity, and its state. */
export interface Challenge {
  readonly id: string;
  readonly identity: string;
  readonly method: ChallengeMethod;
  readonly target: Level;
  /** Whether the right answer enrols a new factor that replaces the identity's present one. */
  readonly replaces: boolean;
  readonly state: ChallengeState;
  /** Number of checked answers, including the right one. */
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly createdAt: Date;
  /** From this millisecond on no answer is accepted. */
  readonly expiresAt: Date;
  /** Data with which the method checks an answer, hashed or sealed. Empty when it needs none. */
  readonly secret: Concealed<Uint8Array>;
}

/** The part of a challenge that callers may see. */
export type ChallengeView = Omit<Challenge, "secret">;

/**
 * Result of an answer. PASSED and WRONG were checked; FAILED was wrong and the last attempt; EXPIRED came too late;
 * CLOSED came to a challenge that is no longer pending.
 */
export type Verdict = "PASSED" | "WRONG" | "FAILED" | "EXPIRED" | "CLOSED";

/** The verdict on an answer, and the challenge after it. */
export interface Answered {
  readonly verdict: Verdict;
  readonly challenge: Challenge;
}

export const attemptsMax = 5;
export const lifetimeMs = 10 * 60 * 1000;

/** Creates a pending challenge. */
export function openChallenge(
  known: Pick<Challenge, "id" | "identity" | "method" | "target"> & Partial<Pick<Challenge, "replaces">>,
  secret: Uint8Array,
  now: Date,
): Challenge {
  return {
    id: known.id,
    identity: known.identity,
    method: known.method,
    target: known.target,
    replaces: known.replaces ?? false,
    state: "PENDING",
    attempts: 0,
    attemptsMax,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
    secret: new Concealed(secret),
  };
}

/**
 * Applies an answer that the method found right or wrong. The verdict may be returned only after the new challenge has
 * replaced the stored one (`Challenges.replace`): otherwise parallel guesses would count as one.
 */
export function answer(challenge: Challenge, isRight: boolean, now: Date): Answered {
  if (challenge.state !== "PENDING") return { verdict: "CLOSED", challenge };
  if (now >= challenge.expiresAt) return { verdict: "EXPIRED", challenge: closed(challenge, "EXPIRED") };
  // Only a tampered challenge is pending with all its attempts used.
  if (challenge.attempts >= challenge.attemptsMax) return { verdict: "FAILED", challenge: closed(challenge, "FAILED") };
  const checked = { ...challenge, attempts: challenge.attempts + 1 };
  if (isRight) return { verdict: "PASSED", challenge: closed(checked, "PASSED") };
  if (checked.attempts < checked.attemptsMax) return { verdict: "WRONG", challenge: checked };
  return { verdict: "FAILED", challenge: closed(checked, "FAILED") };
}

/** Returns the challenge at a time: expired if it was pending for too long. */
export function atTime(challenge: Challenge, now: Date): Challenge {
  return challenge.state === "PENDING" && now >= challenge.expiresAt ? closed(challenge, "EXPIRED") : challenge;
}

/** Cancels a pending challenge; returns any other unchanged. */
export function cancel(challenge: Challenge, now: Date): Challenge {
  const current = atTime(challenge, now);
  return current.state === "PENDING" ? closed(current, "CANCELLED") : current;
}

export function viewOf(challenge: Challenge): ChallengeView {
  const { secret: _, ...view } = challenge;
  return view;
}

/** Port: the store of challenges. */
export interface Challenges {
  find(id: string): Promise<Challenge | undefined>;
  /**
   * Writes state, attempts and secret of `after` if the stored challenge still has the id, state and attempts of
   * `before`, in one conditional update. Returns whether it did.
   */
  replace(before: Challenge, after: Challenge): Promise<boolean>;
}

/** Closes a challenge and drops its secret. */
function closed(challenge: Challenge, state: Exclude<ChallengeState, "PENDING">): Challenge {
  return { ...challenge, state, secret: new Concealed(new Uint8Array()) };
}
