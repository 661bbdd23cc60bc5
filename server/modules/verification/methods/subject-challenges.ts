import { Fault } from "../../../core/fault.ts";
import type { SharedLimiter } from "../../../core/fixed-window/shared-limiter.ts";
import {
  atTime,
  type Challenge,
  type ChallengeState,
  type Challenges,
  type ChallengeView,
  openChallenge,
  type Verdict,
  viewOf,
} from "../domain/challenge.ts";
import type { Factor, Verifications } from "../domain/factors.ts";
import { highestLevel, levelAbove } from "../domain/levels.ts";
import { type ChallengeMethod, isGuessable } from "../domain/methods.ts";
import type { Subject } from "../domain/subject.ts";
import { answerChallenge } from "./answer-challenge.ts";
import type { ChallengeHandler, ChallengeStart, Response, VerifiedFactor } from "./challenge-handler.ts";
import { DeliveryFailure } from "./sender.ts";
import type { SubjectAttempts } from "./subject-attempts.ts";
import type { SubjectFactors } from "./subject-factors.ts";

export interface SubjectChallengesDeps {
  readonly verifications: Verifications;
  readonly handlers: Readonly<Record<ChallengeMethod, ChallengeHandler>>;
  readonly newId: () => string;
  /** Reports a code that could not be sent. */
  readonly undelivered: (failure: DeliveryFailure, challengeId: string) => void;
  /** Limits requested challenges, by identity and method. */
  readonly challengeLimiter: SharedLimiter;
  /** Limits wrong answers, by identity and method. */
  readonly attempts: SubjectAttempts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A request for a challenge. */
export interface Requested {
  readonly method: ChallengeMethod;
  /** Address for the code, if the caller names one. */
  readonly address?: string | undefined;
  readonly replaces?: boolean;
  /** Network of the person who makes the request; undefined for an application. */
  readonly network?: string | undefined;
}

export interface OpenedChallenge {
  readonly challenge: ChallengeView;
  readonly parameters: { readonly [name: string]: unknown };
  /** Why its code could not be sent; undefined if it was sent, or there is none. */
  readonly undelivered: string | undefined;
}

/** Proof by a right answer. */
export interface Proof {
  readonly challenge: { readonly before: Challenge; readonly after: Challenge };
  readonly verified: VerifiedFactor;
  /** The proven or replaced factor; undefined for the first one. */
  readonly before: Factor | undefined;
}

/** Challenges of subjects. */
export interface SubjectChallenges {
  begin(subject: Subject, request: Requested): Promise<OpenedChallenge>;
  pending(subject: Subject): Promise<ChallengeView[]>;
  /**
   * Returns the challenge after the answer; undefined if the subject has no such challenge.
   *
   * @param permit throws a fault if the caller may not answer the challenge
   * @param settle stores the passed challenge with all resulting changes. Returns false, and stores nothing, if the
   *   challenge has changed meanwhile
   * @throws Fault STATE_INVALID for a challenge that was answered before, or has ended otherwise
   */
  answer(
    subject: Subject,
    challengeId: string,
    response: Response,
    permit: (challenge: ChallengeView) => void,
    settle: (proof: Proof) => Promise<boolean>,
  ): Promise<ChallengeView | undefined>;
}

export function subjectChallenges(deps: SubjectChallengesDeps, factors: SubjectFactors): SubjectChallenges {
  const { verifications, handlers, challengeLimiter, newId, undelivered, now } = deps;

  /** Sends the code of a challenge, and returns why it could not be sent. */
  async function problemOfSending({ send }: ChallengeStart, challengeId: string): Promise<string | undefined> {
    try {
      await send?.();
      return undefined;
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error;
      undelivered(error, challengeId);
      return error.message;
    }
  }

  return {
    async begin(subject, { method, address, network, replaces = false }) {
      await challengeLimiter.consume(`${subject.id} ${method}`);
      const at = new Date(now());
      const target = levelAbove(subject.level) ?? highestLevel;
      const known = { id: newId(), identity: subject.id, method, target, replaces };
      const { expiresAt } = openChallenge(known, new Uint8Array(), at);
      const factor = replaces ? undefined : await factors.find(subject, method);
      const requested = { subject, challengeId: known.id, expiresAt, address, network, factor };
      const start = await handlers[method].begin(requested);
      const challenge = openChallenge(known, start.secret, at);
      await verifications.add(challenge);
      const problem = await problemOfSending(start, challenge.id);
      return { challenge: viewOf(challenge), parameters: start.parameters, undelivered: problem };
    },

    async pending({ id }) {
      const at = new Date(now());
      const stored = await verifications.pending(id);
      return stored.map((challenge) => viewOf(atTime(challenge, at))).filter(({ state }) => state === "PENDING");
    },

    answer: challengeAnswers(deps, factors),
  };
}

/** Processes answers to challenges: each is counted, checked, and stored with the resulting changes. */
function challengeAnswers(
  { verifications, handlers, attempts, now }: SubjectChallengesDeps,
  factors: SubjectFactors,
): SubjectChallenges["answer"] {
  return async (subject, challengeId, response, permit, settle) => {
    const at = new Date(now());
    const found = await verifications.find(challengeId);
    if (found === undefined || found.identity !== subject.id) return undefined;
    permit(viewOf(found));
    const { method, replaces } = found;
    const before = await factors.find(subject, method);
    let verified: VerifiedFactor | undefined;
    let isCounted = false;
    const check = async ({ secret }: Challenge) => {
      const isGuess = isGuessable(method, replaces);
      if (isGuess) await attempts.count(subject.id, method, at);
      isCounted = isGuess;
      const factor = replaces ? undefined : before;
      const answer = { subject, challengeId, secret, factor, response, now: at };
      verified = await handlers[method].check(answer);
      return verified !== undefined;
    };
    const challenges: Challenges = {
      find: verifications.find,
      replace(opened, after) {
        if (verified === undefined || after.state !== "PASSED") return verifications.replace(opened, after);
        return settle({ challenge: { before: opened, after }, verified, before });
      },
    };
    let verdict: Verdict | undefined;
    try {
      const answered = await answerChallenge(challenges, challengeId, check, at);
      if (answered === undefined) return undefined;
      verdict = answered.verdict;
      if (verdict === "CLOSED" || verdict === "EXPIRED") throw ended(answered.challenge.state);
      return viewOf(answered.challenge);
    } finally {
      // An answer without a verdict reveals nothing.
      if (verdict === "PASSED") await (isCounted ? attempts.accept : attempts.unlock)(subject.id, method);
      else if (isCounted && verdict !== "WRONG" && verdict !== "FAILED") await attempts.uncount(subject.id, method);
    }
  };
}

/** Returns the refusal of an answer to a challenge that is not pending. The answer was not checked. */
function ended(state: ChallengeState): Fault {
  const reasons: Readonly<Record<ChallengeState, string>> = {
    PASSED: "was passed by an earlier response",
    FAILED: "has no attempts left",
    EXPIRED: "has expired",
    CANCELLED: "has ended, because a later one took its place",
    PENDING: "is being answered",
  };
  return new Fault("STATE_INVALID", `The challenge ${reasons[state]}; request another one.`);
}
