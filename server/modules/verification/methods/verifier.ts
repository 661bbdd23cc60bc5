import type { Alongside } from "../../../core/alongside.ts";
import { Fault } from "../../../core/fault.ts";
import type { ChallengeView } from "../domain/challenge.ts";
import type { Factor } from "../domain/factors.ts";
import type { Method, ReviewMethod } from "../domain/methods.ts";
import type { Conflict, FactorChange, LevelAfter, SettledLevels, Settlement } from "../domain/settlement.ts";
import type { Subject } from "../domain/subject.ts";
import type { Response, VerifiedFactor } from "./challenge-handler.ts";
import {
  type Proof,
  type SubjectChallenges,
  type SubjectChallengesDeps,
  subjectChallenges,
} from "./subject-challenges.ts";
import { recoveryDigestsIn, type SubjectFactors, type SubjectFactorsDeps, subjectFactors } from "./subject-factors.ts";
import { type Status, type SubjectLevels, type SubjectLevelsDeps, subjectLevels } from "./subject-levels.ts";

export type VerifierDeps = SubjectChallengesDeps & SubjectFactorsDeps & SubjectLevelsDeps;

/** An answer to a challenge, with its sender. */
export interface Answer {
  readonly challengeId: string;
  readonly response: Response;
  /** Throws a fault if the caller may not answer the challenge. */
  readonly permit: (challenge: ChallengeView) => void;
  /** Session that gives the answer. */
  readonly sessionId?: string | undefined;
  /** Returns what else to store if the answer passes. Throws a fault if the answer does not suffice. */
  readonly also?: (proof: Proof) => Promise<AlsoSettled>;
}

/** Changes that a decision stores together with the challenge. */
export type AlsoSettled = Pick<Settlement, "review" | "factors" | "record">;

export interface AnsweredChallenge {
  readonly challenge: ChallengeView;
  readonly status: Status;
  /** Returned once, when issued. */
  readonly recoveryCodes: readonly string[];
}

/** A decision of others about an identity. */
export interface Decision extends VerifiedFactor {
  readonly expiresAt: Date | undefined;
}

/** Verifies identities: challenges, factors, and the levels that result. */
export interface Verifier
  extends Pick<SubjectLevels, "status" | "moveTo">,
    Pick<SubjectChallenges, "begin" | "pending"> {
  /**
   * Checks an answer; undefined when the identity has no such challenge. A right answer is stored with all resulting
   * changes, or not at all.
   */
  answer(subject: Subject, answer: Answer): Promise<AnsweredChallenge | undefined>;
  /**
   * Allows answers again to a factor that was locked after too many consecutive wrong ones, together with `alongside`.
   */
  unlock(subject: Subject, method: Method, alongside?: Alongside): Promise<void>;
  /**
   * Issues recovery codes that replace the previous ones at once. They are returned only this once. A notice is stored
   * with them.
   *
   * @throws Fault STATE_INVALID for a subject without a second factor
   */
  renewRecoveryCodes(
    subject: Subject,
    notice: Alongside | undefined,
  ): Promise<{ readonly codes: readonly string[]; readonly status: Status }>;
  /**
   * Prepares the removal of a factor, with its notice, for the transaction of another store. It lowers the level to
   * what the other factors still support, and ends all sessions except the given one, if any.
   */
  withdrawal(
    identityId: string,
    method: Method,
    also: { readonly sessionId: string | undefined; readonly notice: Alongside | undefined },
  ): Promise<Alongside>;
  find(subject: Subject, method: Method): Promise<Factor | undefined>;
  /** Converts a decision to the change of a factor that replaces `before`. */
  decided(subject: Subject, method: ReviewMethod, decision: Decision, before: Factor | undefined): FactorChange;
  /**
   * Stores a review with the factors that it changes. They raise the level by one step if nothing else was missing, or
   * lower it.
   *
   * @throws Fault STATE_INVALID if another writer came first
   */
  settle(settlement: AlsoSettled): Promise<void>;
}

export function createVerifier(deps: VerifierDeps): Verifier {
  const { settlements, now } = deps;
  const factors = subjectFactors(deps);
  const levels = subjectLevels(deps);
  const challenges = subjectChallenges(deps, factors);

  async function store(settlement: Settlement, levelAfter: LevelAfter): Promise<SettledLevels> {
    const outcome = await settlements.settle(settlement, levelAfter, new Date(now()));
    if (typeof outcome === "string") throw changedMeanwhile(outcome);
    return outcome;
  }

  return {
    begin: challenges.begin,
    pending: challenges.pending,
    status: levels.status,
    moveTo: levels.moveTo,
    find: factors.find,

    async answer(subject, { challengeId, response, permit, sessionId, also }) {
      let after: SettledLevels | undefined;
      let recoveryCodes: readonly string[] = [];
      const settle = async (proof: Proof): Promise<boolean> => {
        const { review, factors: others = [], record } = (await also?.(proof)) ?? {};
        const { changes, codes, sessions } = await effectsOf(factors, subject, proof, sessionId);
        const settlement = { challenge: proof.challenge, review, factors: [...changes, ...others], sessions, record };
        const outcome = await settlements.settle(settlement, levels.adjusted, new Date(now()));
        if (outcome === "challenge") return false;
        // Recovery codes may have been issued with another factor meanwhile: the answer is still right.
        if (outcome === "factor" && (await isUnchanged(factors, subject, proof))) return settle(proof);
        if (typeof outcome === "string") throw changedMeanwhile(outcome);
        after = outcome;
        recoveryCodes = codes;
        return true;
      };
      const challenge = await challenges.answer(subject, challengeId, response, permit, settle);
      if (challenge === undefined) return undefined;
      const level = after === undefined ? subject.level : after.get(subject.id);
      return { challenge, status: await levels.status({ ...subject, level }), recoveryCodes };
    },

    async renewRecoveryCodes(subject, notice) {
      const before = await factors.find(subject, "RECOVERY_CODE");
      if (before === undefined && !(await hasSecondFactor(factors, subject))) {
        const message = "Recovery codes are for an identity with an authenticator app or a passkey; enrol one first.";
        throw new Fault("STATE_INVALID", message);
      }
      const { proof, codes } = factors.newRecoveryCodes(subject, before);
      const after = await store({ factors: [proof], notice }, levels.kept);
      return { codes, status: await levels.status({ ...subject, level: after.get(subject.id) }) };
    },

    withdrawal(identityId, method, { sessionId, notice }) {
      const sessions = sessionId === undefined ? undefined : { identityId, sessionId, endsOthers: true };
      const settlement = { factors: [{ identityId, method, isRemoved: true }], sessions, notice } as const;
      return settlements.prepare(settlement, levels.lowered, new Date(now()));
    },

    unlock: ({ id }, method, alongside) => deps.attempts.unlock(id, method, alongside),

    decided: (subject, method, decision, before) => factors.proof(subject, method, decision, before),

    async settle(settlement) {
      const isRemoval = settlement.factors?.some((change) => "isRemoved" in change) ?? false;
      await store(settlement, isRemoval ? levels.lowered : levels.adjusted);
    },
  };
}

/** Whether the factor that made an answer right has not changed since. */
async function isUnchanged(factors: SubjectFactors, subject: Subject, { challenge, before }: Proof): Promise<boolean> {
  return (await factors.find(subject, challenge.after.method))?.revision === before?.revision;
}

async function hasSecondFactor(factors: SubjectFactors, subject: Subject): Promise<boolean> {
  const found = await Promise.all([factors.find(subject, "TOTP"), factors.find(subject, "WEBAUTHN")]);
  return found.some((factor) => factor !== undefined);
}

/** Returns the changes caused by a right answer besides its challenge, and its new recovery codes. */
async function effectsOf(
  factors: SubjectFactors,
  subject: Subject,
  { challenge, verified, before }: Proof,
  sessionId: string | undefined,
) {
  const { method, replaces } = challenge.after;
  const identityId = subject.id;
  const changes: FactorChange[] = [factors.proof(subject, method, verified, before)];
  let codes: readonly string[] = [];
  if (method === "RECOVERY_CODE") changes.push({ identityId, method: "TOTP", isRemoved: true });
  if (method === "TOTP" || method === "WEBAUTHN") {
    const held = await factors.find(subject, "RECOVERY_CODE");
    // A second factor comes with recovery codes, unless the identity has some left.
    if (held === undefined || recoveryDigestsIn(held.payload).length === 0) {
      const issued = factors.newRecoveryCodes(subject, held);
      changes.push(issued.proof);
      codes = issued.codes;
    }
  }
  const provenBefore = replaces ? undefined : before?.provenAt;
  const sessions = sessionId === undefined ? undefined : { identityId, sessionId, endsOthers: replaces, provenBefore };
  return { changes, codes, sessions };
}

/** Returns the fault for data that another writer changed first. */
function changedMeanwhile(conflict: Conflict): Fault {
  const next = conflict === "factor" ? "begin again" : "read it again";
  return new Fault("STATE_INVALID", `The ${conflict} was changed meanwhile; ${next}.`);
}
