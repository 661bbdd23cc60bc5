import type { Level } from "./levels.ts";
import { Concealed } from "./masking.ts";
import type { ChallengeMethod } from "./methods.ts";

/** PENDING waits for an answer; from the other states no way leads anywhere. */
export type ChallengeState = "PENDING" | "PASSED" | "FAILED" | "EXPIRED" | "CANCELLED";

/** A question to an identity, and what became of it. */
export interface Challenge {
  readonly id: string;
  readonly identity: string;
  readonly method: ChallengeMethod;
  readonly target: Level;
  readonly state: ChallengeState;
  /** Answers that were judged, the right one included. */
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly createdAt: Date;
  /** From this millisecond on no answer counts. */
  readonly expiresAt: Date;
  /** What the method needs to judge an answer, hashed or sealed by it. Empty when it needs nothing. */
  readonly secret: Concealed<Uint8Array>;
}

/** A challenge as everybody may see it who may see it at all. */
export type ChallengeView = Omit<Challenge, "secret">;

/**
 * What an answer came to: PASSED and WRONG were judged; FAILED was judged wrong, and was the last attempt; EXPIRED came
 * too late; CLOSED came to a challenge that waits for no answer any more.
 */
export type Verdict = "PASSED" | "WRONG" | "FAILED" | "EXPIRED" | "CLOSED";

/** The verdict on an answer, and the challenge after it. */
export interface Answered {
  readonly verdict: Verdict;
  readonly challenge: Challenge;
}

export const attemptsMax = 5;
export const lifetimeMs = 10 * 60 * 1000;

/** A new challenge that waits for its answer. */
export function openChallenge(
  known: Pick<Challenge, "id" | "identity" | "method" | "target">,
  secret: Uint8Array,
  now: Date,
): Challenge {
  return {
    id: known.id,
    identity: known.identity,
    method: known.method,
    target: known.target,
    state: "PENDING",
    attempts: 0,
    attemptsMax,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
    secret: new Concealed(secret),
  };
}

/**
 * Takes an answer that the method found right or wrong. The verdict may be told only when the challenge after it was
 * stored in place of the one before it (`Challenges.replace`): otherwise parallel guesses would count as one.
 */
export function answer(challenge: Challenge, isRight: boolean, now: Date): Answered {
  if (challenge.state !== "PENDING") return { verdict: "CLOSED", challenge };
  if (now >= challenge.expiresAt) return { verdict: "EXPIRED", challenge: closed(challenge, "EXPIRED") };
  // Only a stored challenge that was tampered with comes here with its attempts used up.
  if (challenge.attempts >= challenge.attemptsMax) return { verdict: "FAILED", challenge: closed(challenge, "FAILED") };
  const judged = { ...challenge, attempts: challenge.attempts + 1 };
  if (isRight) return { verdict: "PASSED", challenge: closed(judged, "PASSED") };
  if (judged.attempts < judged.attemptsMax) return { verdict: "WRONG", challenge: judged };
  return { verdict: "FAILED", challenge: closed(judged, "FAILED") };
}

/** The challenge as its time has left it: expired when nobody answered. */
export function atTime(challenge: Challenge, now: Date): Challenge {
  return challenge.state === "PENDING" && now >= challenge.expiresAt ? closed(challenge, "EXPIRED") : challenge;
}

/** Withdraws a challenge that still waits; any other stays as it is. */
export function cancel(challenge: Challenge, now: Date): Challenge {
  const current = atTime(challenge, now);
  return current.state === "PENDING" ? closed(current, "CANCELLED") : current;
}

/** What may be shown of a challenge. */
export function viewOf(challenge: Challenge): ChallengeView {
  const { secret: _, ...view } = challenge;
  return view;
}

/** Port: where challenges are kept. */
export interface Challenges {
  find(id: string): Promise<Challenge | undefined>;
  /**
   * Writes state, attempts and secret of `after` if what is kept still has the id, the state and the attempts of
   * `before`: one conditional update. Answers whether it did.
   */
  replace(before: Challenge, after: Challenge): Promise<boolean>;
}

/** What is of no use any more is not kept either. */
function closed(challenge: Challenge, state: Exclude<ChallengeState, "PENDING">): Challenge {
  return { ...challenge, state, secret: new Concealed(new Uint8Array()) };
}
