import type { FixedWindowLimiter } from "../../../core/fixed-window/fixed-window-limiter.ts";
import { atTime, type ChallengeView, openChallenge, viewOf } from "../domain/challenge.ts";
import { highestLevel, levelAbove } from "../domain/levels.ts";
import type { ChallengeMethod, Method, ReviewMethod } from "../domain/methods.ts";
import type { Subject } from "../domain/subject.ts";
import { answerChallenge } from "./answer-challenge.ts";
import type { ChallengeHandler, Response, VerifiedFactor } from "./challenge-handler.ts";
import { type SubjectFactorsDeps, subjectFactors } from "./subject-factors.ts";
import { type Status, type SubjectLevels, type SubjectLevelsDeps, subjectLevels } from "./subject-levels.ts";

export interface VerifierDeps extends SubjectFactorsDeps, SubjectLevelsDeps {
  readonly verifications: SubjectFactorsDeps["verifications"];
  readonly handlers: Readonly<Record<ChallengeMethod, ChallengeHandler>>;
  readonly newId: () => string;
  /** Limits requested challenges, by identity and method. */
  readonly challengeLimiter: FixedWindowLimiter;
  /** Limits wrong answers, by identity and method. */
  readonly wrongAnswerLimiter: FixedWindowLimiter;
}

export interface OpenedChallenge {
  readonly challenge: ChallengeView;
  readonly parameters: { readonly [name: string]: unknown };
}

export interface AnsweredChallenge {
  readonly challenge: ChallengeView;
  /** Whether this answer passed the challenge. */
  readonly isPassed: boolean;
  readonly status: Status;
  /** Returned once, when they are issued. */
  readonly recoveryCodes: readonly string[];
}

/** A decision of others about an identity. */
export interface Decision extends VerifiedFactor {
  readonly expiresAt: Date | undefined;
}

/** Verifies identities: challenges, factors, and the levels that they earn. */
export interface Verifier extends Pick<SubjectLevels, "status" | "moveTo"> {
  begin(subject: Subject, method: ChallengeMethod, address: string | undefined): Promise<OpenedChallenge>;
  /** Undefined when the identity has no such challenge. */
  answer(subject: Subject, challengeId: string, response: Response): Promise<AnsweredChallenge | undefined>;
  /** Removes a factor, and lowers the level to what the others still carry. */
  withdraw(subject: Subject, method: Method): Promise<Subject>;
  /** Stores a decision as a factor, and raises the level by one step if nothing else was missing. */
  decide(subject: Subject, method: ReviewMethod, decision: Decision): Promise<Subject>;
  /** Whether the answer to a challenge is right and comes from a hardware key that was registered before. */
  hasHardwareKey(subject: Subject, challengeId: string, credential: unknown): Promise<boolean>;
}

export function createVerifier(deps: VerifierDeps): Verifier {
  const { verifications, handlers, challengeLimiter, wrongAnswerLimiter, newId, now } = deps;
  const factors = subjectFactors(deps);
  const levels = subjectLevels(deps);

  async function withdraw(subject: Subject, method: Method): Promise<Subject> {
    await factors.remove(subject, method);
    return levels.lower(subject);
  }

  async function answer(
    subject: Subject,
    challengeId: string,
    response: Response,
  ): Promise<AnsweredChallenge | undefined> {
    const at = new Date(now());
    const found = await verifications.find(challengeId);
    if (found === undefined || found.identity !== subject.id) return undefined;
    const { method } = found;
    const key = `${subject.id} ${method}`;
    wrongAnswerLimiter.check(key);
    const factor = await factors.find(subject, method);
    let verified: VerifiedFactor | undefined;
    const answered = await answerChallenge(
      verifications,
      challengeId,
      async ({ secret }) => {
        verified = await handlers[method].check({ subject, challengeId, secret, factor, response, now: at });
        return verified !== undefined;
      },
      at,
    );
    if (answered === undefined) return undefined;
    const { verdict, challenge } = answered;
    if (verdict === "WRONG" || verdict === "FAILED") wrongAnswerLimiter.record(key);
    const isPassed = verdict === "PASSED";
    let current = subject;
    let recoveryCodes: readonly string[] = [];
    if (isPassed && verified !== undefined) {
      await factors.put(subject, method, verified, factor);
      if (method === "RECOVERY_CODE") current = await withdraw(subject, "TOTP");
      if (method === "TOTP" || method === "WEBAUTHN") recoveryCodes = await factors.issueRecoveryCodes(subject);
      current = await levels.adjust(current);
    }
    return { challenge: viewOf(atTime(challenge, at)), isPassed, status: await levels.status(current), recoveryCodes };
  }

  return {
    status: levels.status,
    moveTo: levels.moveTo,
    answer,
    withdraw,

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

    async decide(subject, method, decision) {
      await factors.put(subject, method, decision, await factors.find(subject, method));
      return levels.adjust(subject);
    },

    async hasHardwareKey(subject, challengeId, credential) {
      if ((await factors.find(subject, "WEBAUTHN")) === undefined) return false;
      const answered = await answer(subject, challengeId, { code: "", answers: {}, credential });
      if (answered?.isPassed !== true || answered.challenge.method !== "WEBAUTHN") return false;
      return (await factors.find(subject, "WEBAUTHN"))?.evidence.includes("HARDWARE_KEY") === true;
    },
  };
}
