import type { SharedLimiter } from "../../../core/fixed-window/shared-limiter.ts";
import {
  atTime,
  type Challenge,
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
import type { SubjectFactors } from "./subject-factors.ts";
import type { SubjectGuesses } from "./subject-guesses.ts";

export interface SubjectChallengesDeps {
  readonly verifications: Verifications;
  readonly handlers: Readonly<Record<ChallengeMethod, ChallengeHandler>>;
  readonly newId: () => string;
  /** Reports a code that could not be sent. */
  readonly undelivered: (failure: DeliveryFailure, challengeId: string) => void;
  /** Limits requested challenges, by identity and method. */
  readonly challengeLimiter: SharedLimiter;
  /** Limits wrong answers, by identity and method. */
  readonly guesses: SubjectGuesses;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A challenge as it is requested. */
export interface Requested {
  readonly method: ChallengeMethod;
  /** Address to which a code is sent, if the caller names one. */
  readonly address?: string | undefined;
  readonly replaces?: boolean;
  /** Network of the person who asks; undefined if an application does. */
  readonly network?: string | undefined;
}

export interface OpenedChallenge {
  readonly challenge: ChallengeView;
  readonly parameters: { readonly [name: string]: unknown };
  /** Whether its code was sent, if it has one. */
  readonly isDelivered: boolean;
}

export interface CheckedAnswer {
  readonly challenge: ChallengeView;
  /** Set if this answer passed the challenge. */
  readonly passed: { readonly verified: VerifiedFactor; readonly before: Factor | undefined } | undefined;
}

/** Challenges of subjects. */
export interface SubjectChallenges {
  begin(subject: Subject, request: Requested): Promise<OpenedChallenge>;
  pending(subject: Subject): Promise<ChallengeView[]>;
  /**
   * Undefined when the subject has no such challenge.
   *
   * @param permit throws a fault if the caller may not answer the challenge
   */
  answer(
    subject: Subject,
    challengeId: string,
    response: Response,
    permit: (challenge: ChallengeView) => void,
  ): Promise<CheckedAnswer | undefined>;
}

export function subjectChallenges(deps: SubjectChallengesDeps, factors: SubjectFactors): SubjectChallenges {
  const { verifications, handlers, challengeLimiter, guesses, newId, undelivered, now } = deps;

  async function isSent({ send }: ChallengeStart, challengeId: string): Promise<boolean> {
    try {
      await send?.();
      return true;
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error;
      undelivered(error, challengeId);
      return false;
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
      const isDelivered = await isSent(start, challenge.id);
      return { challenge: viewOf(challenge), parameters: start.parameters, isDelivered };
    },

    async pending({ id }) {
      const at = new Date(now());
      const stored = await verifications.pending(id);
      return stored.map((challenge) => viewOf(atTime(challenge, at))).filter(({ state }) => state === "PENDING");
    },

    async answer(subject, challengeId, response, permit) {
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
        if (isGuess) await guesses.count(subject.id, method, at);
        isCounted = isGuess;
        const factor = replaces ? undefined : before;
        const answer = { subject, challengeId, secret, factor, response, now: at };
        verified = await handlers[method].check(answer);
        return verified !== undefined;
      };
      let verdict: Verdict | undefined;
      try {
        const answered = await answerChallenge(verifications, challengeId, check, at);
        if (answered === undefined) return undefined;
        verdict = answered.verdict;
        const passed = verdict === "PASSED" && verified !== undefined ? { verified, before } : undefined;
        return { challenge: viewOf(atTime(answered.challenge, at)), passed };
      } finally {
        // An answer without a verdict on it reveals nothing.
        if (verdict === "PASSED") await (isCounted ? guesses.accept : guesses.unlock)(subject.id, method);
        else if (isCounted && verdict !== "WRONG" && verdict !== "FAILED") await guesses.uncount(subject.id, method);
      }
    },
  };
}
