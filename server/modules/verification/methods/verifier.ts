import { Fault } from "../../../core/fault.ts";
import type { ChallengeView } from "../domain/challenge.ts";
import type { Method, ReviewMethod } from "../domain/methods.ts";
import type { Subject } from "../domain/subject.ts";
import type { Response, VerifiedFactor } from "./challenge-handler.ts";
import { type SubjectChallenges, type SubjectChallengesDeps, subjectChallenges } from "./subject-challenges.ts";
import { type SubjectFactorsDeps, subjectFactors } from "./subject-factors.ts";
import { type Status, type SubjectLevels, type SubjectLevelsDeps, subjectLevels } from "./subject-levels.ts";

export type VerifierDeps = SubjectChallengesDeps & SubjectFactorsDeps & SubjectLevelsDeps;

export interface AnsweredChallenge {
  readonly challenge: ChallengeView;
  readonly status: Status;
  /** Whether the answer passed and replaced a factor. */
  readonly hasReplaced: boolean;
  /** Time at which the factor by which the answer passed had last been proven; undefined for a new factor, or a failure. */
  readonly provenBefore: Date | undefined;
  /** Returned once, when they are issued. */
  readonly recoveryCodes: readonly string[];
}

/** A decision of others about an identity. */
export interface Decision extends VerifiedFactor {
  readonly expiresAt: Date | undefined;
}

/** Verifies identities: challenges, factors, and the levels that they earn. */
export interface Verifier
  extends Pick<SubjectLevels, "status" | "moveTo">,
    Pick<SubjectChallenges, "begin" | "pending"> {
  /**
   * Undefined when the identity has no such challenge.
   *
   * @param permit throws a fault if the caller may not answer the challenge
   */
  answer(
    subject: Subject,
    challengeId: string,
    response: Response,
    permit: (challenge: ChallengeView) => void,
  ): Promise<AnsweredChallenge | undefined>;
  /** Allows answers to a factor again that was locked after too many wrong ones in a row. */
  unlock(subject: Subject, method: Method): Promise<void>;
  /** Removes a factor, and lowers the level to what the others still carry. */
  withdraw(subject: Subject, method: Method): Promise<Subject>;
  /** Stores a decision as a factor, and raises the level by one step if nothing else was missing. */
  decide(subject: Subject, method: ReviewMethod, decision: Decision): Promise<Subject>;
  /** Whether the answer to a challenge is right and comes from a hardware key that was registered before. */
  hasHardwareKey(subject: Subject, challengeId: string, credential: unknown): Promise<boolean>;
}

export function createVerifier(deps: VerifierDeps): Verifier {
  const factors = subjectFactors(deps);
  const levels = subjectLevels(deps);
  const challenges = subjectChallenges(deps, factors);

  async function withdraw(subject: Subject, method: Method): Promise<Subject> {
    await factors.remove(subject, method);
    await deps.guesses.unlock(subject.id, method);
    return levels.lower(subject);
  }

  async function answer(...[subject, challengeId, response, permit]: Parameters<Verifier["answer"]>) {
    const answered = await challenges.answer(subject, challengeId, response, permit);
    if (answered === undefined) return undefined;
    const { challenge, passed } = answered;
    let current = subject;
    let recoveryCodes: readonly string[] = [];
    if (passed !== undefined) {
      const { method } = challenge;
      await factors.put(subject, method, passed.verified, passed.before);
      if (method === "RECOVERY_CODE") current = await withdraw(subject, "TOTP");
      if (method === "TOTP" || method === "WEBAUTHN") recoveryCodes = await factors.issueRecoveryCodes(subject);
      current = await levels.adjust(current);
    }
    return {
      challenge,
      isPassed: passed !== undefined,
      hasReplaced: passed !== undefined && challenge.replaces,
      provenBefore: challenge.replaces ? undefined : passed?.before?.provenAt,
      status: await levels.status(current),
      recoveryCodes,
    };
  }

  return {
    begin: challenges.begin,
    pending: challenges.pending,
    status: levels.status,
    moveTo: levels.moveTo,
    answer,
    withdraw,
    unlock: ({ id }, method) => deps.guesses.unlock(id, method),

    async decide(subject, method, decision) {
      await factors.put(subject, method, decision, await factors.find(subject, method));
      return levels.adjust(subject);
    },

    async hasHardwareKey(subject, challengeId, credential) {
      if ((await factors.find(subject, "WEBAUTHN")) === undefined) return false;
      const answered = await answer(subject, challengeId, { code: "", answers: {}, credential }, notReplacing);
      if (answered?.isPassed !== true || answered.challenge.method !== "WEBAUTHN") return false;
      return (await factors.find(subject, "WEBAUTHN"))?.evidence.includes("HARDWARE_KEY") === true;
    },
  };
}

/** @throws Fault STATE_INVALID for a challenge whose answer proves no factor that was registered before */
function notReplacing({ replaces }: ChallengeView): void {
  if (replaces) throw new Fault("STATE_INVALID", "A challenge that replaces a factor does not prove it.");
}
