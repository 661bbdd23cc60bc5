import type { FixedWindowLimiter } from "../../../core/fixed-window/fixed-window-limiter.ts";
import { atTime, type ChallengeView, openChallenge, viewOf } from "../domain/challenge.ts";
import type { Factor, Verifications } from "../domain/factors.ts";
import { highestLevel, levelAbove } from "../domain/levels.ts";
import type { ChallengeMethod } from "../domain/methods.ts";
import type { Subject } from "../domain/subject.ts";
import { answerChallenge } from "./answer-challenge.ts";
import type { ChallengeHandler, Response, VerifiedFactor } from "./challenge-handler.ts";
import type { SubjectFactors } from "./subject-factors.ts";

export interface SubjectChallengesDeps {
  readonly verifications: Verifications;
  readonly handlers: Readonly<Record<ChallengeMethod, ChallengeHandler>>;
  readonly newId: () => string;
  /** Limits requested challenges, by identity and method. */
  readonly challengeLimiter: FixedWindowLimiter;
  /** Limits wrong answers, by identity and method. */
  readonly wrongAnswerLimiter: FixedWindowLimiter;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface OpenedChallenge {
  readonly challenge: ChallengeView;
  readonly parameters: { readonly [name: string]: unknown };
}

export interface CheckedAnswer {
  readonly challenge: ChallengeView;
  /** Set if this answer passed the challenge. */
  readonly passed: { readonly verified: VerifiedFactor; readonly before: Factor | undefined } | undefined;
}

/** Challenges of subjects. */
export interface SubjectChallenges {
  begin(subject: Subject, method: ChallengeMethod, address: string | undefined): Promise<OpenedChallenge>;
  /** Undefined when the subject has no such challenge. */
  answer(subject: Subject, challengeId: string, response: Response): Promise<CheckedAnswer | undefined>;
}

export function subjectChallenges(deps: SubjectChallengesDeps, factors: SubjectFactors): SubjectChallenges {
  const { verifications, handlers, challengeLimiter, wrongAnswerLimiter, newId, now } = deps;
  return {
    async begin(subject, method, address) {
      challengeLimiter.consume(`${subject.id} ${method}`);
      const at = new Date(now());
      const known = { id: newId(), identity: subject.id, method, target: levelAbove(subject.level) ?? highestLevel };
      const { expiresAt } = openChallenge(known, new Uint8Array(), at);
      const factor = await factors.find(subject, method);
      const start = await handlers[method].begin({ subject, challengeId: known.id, expiresAt, address, factor });
      const challenge = openChallenge(known, start.secret, at);
      await verifications.add(challenge);
      await start.send?.();
      return { challenge: viewOf(challenge), parameters: start.parameters };
    },

    async answer(subject, challengeId, response) {
      const at = new Date(now());
      const found = await verifications.find(challengeId);
      if (found === undefined || found.identity !== subject.id) return undefined;
      const { method } = found;
      const key = `${subject.id} ${method}`;
      wrongAnswerLimiter.check(key);
      const before = await factors.find(subject, method);
      let verified: VerifiedFactor | undefined;
      const answered = await answerChallenge(
        verifications,
        challengeId,
        async ({ secret }) => {
          const answer = { subject, challengeId, secret, factor: before, response, now: at };
          verified = await handlers[method].check(answer);
          return verified !== undefined;
        },
        at,
      );
      if (answered === undefined) return undefined;
      const { verdict, challenge } = answered;
      if (verdict === "WRONG" || verdict === "FAILED") wrongAnswerLimiter.record(key);
      const passed = verdict === "PASSED" && verified !== undefined ? { verified, before } : undefined;
      return { challenge: viewOf(atTime(challenge, at)), passed };
    },
  };
}
