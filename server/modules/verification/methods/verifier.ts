import { Fault } from "../../../core/fault.ts";
import type { FixedWindowLimiter } from "../../../core/fixed-window/fixed-window-limiter.ts";
import { atTime, type Challenge, type ChallengeView, openChallenge, viewOf } from "../domain/challenge.ts";
import {
  type DecisionName,
  type Factor,
  type FactorName,
  factorNames,
  factsOf,
  type ProofName,
  type Verifications,
} from "../domain/factors.ts";
import { type Level, levelOf, levels, missingFor, nextLevel } from "../domain/levels.ts";
import type { RandomBytes } from "../domain/randomness.ts";
import { beginRecoveryCodes } from "../domain/recovery-codes.ts";
import { answerChallenge } from "./answer-challenge.ts";
import { bytesOf, type Procedure, type Proof, type Response, type Subject } from "./procedure.ts";

/** A subject and where it stands. */
export interface SubjectState extends Subject {
  readonly level: Level | undefined;
}

export interface VerifierDeps {
  readonly verifications: Verifications;
  readonly procedures: Readonly<Record<FactorName, Procedure>>;
  /** Stores a new level, if the identity is still at the one before. Going down ends its sessions. */
  readonly setLevel: (identityId: string, from: Level | undefined, to: Level | undefined) => Promise<boolean>;
  readonly pepper: Uint8Array;
  readonly randomBytes: RandomBytes;
  readonly newId: () => string;
  /** Limits requested challenges, by identity and factor. */
  readonly challengeLimiter: FixedWindowLimiter;
  /** Limits wrong answers, by identity and factor. */
  readonly wrongAnswerLimiter: FixedWindowLimiter;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Where an identity stands. */
export interface Status {
  readonly level: Level | undefined;
  readonly factors: readonly Pick<Factor, "name" | "provenAt" | "expiresAt">[];
  readonly nextLevel: Level | undefined;
  /** What the next level needs and is not proven. */
  readonly missing: readonly string[];
}

export interface Opened {
  readonly challenge: ChallengeView;
  readonly parameters: { readonly [name: string]: unknown };
}

export interface Outcome {
  readonly challenge: ChallengeView;
  /** Whether it was passed by this answer. */
  readonly isPassed: boolean;
  readonly status: Status;
  /** Told once, when they are made. */
  readonly recoveryCodes: readonly string[];
}

/** Runs challenges from their beginning to the level that they earn. */
export interface Verifier {
  begin(subject: SubjectState, name: FactorName, address: string | undefined): Promise<Opened>;
  /** Undefined when the identity has no such challenge. */
  answer(subject: SubjectState, challengeId: string, response: Response): Promise<Outcome | undefined>;
  status(subject: SubjectState): Promise<Status>;
  /** @throws Fault STATE_INVALID when the level is not the next one, or something is missing */
  moveTo(subject: SubjectState, level: Level): Promise<Status>;
  /** Takes back what an identity proved by something that it has no more. */
  lose(subject: SubjectState, name: ProofName): Promise<SubjectState>;
  /** Keeps what others decided about an identity, and moves it one step up if that was all that was missing. */
  prove(subject: SubjectState, name: DecisionName, decision: Decision): Promise<SubjectState>;
  /** Whether the answer to a challenge is right, and comes from a hardware key that was known before. */
  hasHardwareKey(subject: SubjectState, challengeId: string, credential: unknown): Promise<boolean>;
}

/** What others decided. */
export interface Decision extends Proof {
  readonly expiresAt: Date | undefined;
}

export function createVerifier(deps: VerifierDeps): Verifier {
  const { verifications, procedures, setLevel, challengeLimiter, wrongAnswerLimiter, newId, now } = deps;

  async function factorOf(identityId: string, name: ProofName): Promise<Factor | undefined> {
    return (await verifications.factors(identityId)).find((factor) => factor.name === name);
  }

  async function status({ id, level }: SubjectState): Promise<Status> {
    const factors = await verifications.factors(id);
    const at = new Date(now());
    const next = levels[level === undefined ? 0 : levels.indexOf(level) + 1];
    const missing = next === undefined ? [] : missingFor(next, factsOf(factors), at);
    return { level, factors, nextLevel: next, missing: missing.map(({ requirement }) => requirement) };
  }

  /** Stores the level and answers whether it holds. Of two changes at once one waits for its next chance. */
  async function change(subject: SubjectState, to: Level | undefined): Promise<SubjectState> {
    if (to === subject.level) return subject;
    return (await setLevel(subject.id, subject.level, to)) ? { ...subject, level: to } : subject;
  }

  async function keep(
    subject: Subject,
    name: ProofName,
    proof: Proof & { readonly expiresAt?: Date | undefined },
    before: Factor | undefined,
  ): Promise<void> {
    const factor: Factor = {
      identityId: subject.id,
      name,
      methods: proof.methods,
      payload: proof.payload,
      revision: (before?.revision ?? 0) + 1,
      provenAt: new Date(now()),
      expiresAt: proof.expiresAt,
    };
    if (await verifications.put(factor)) return;
    // The same code at two places at once: it counts at one of them.
    throw new Fault("STATE_INVALID", "The factor was changed meanwhile; begin again.");
  }

  async function issueRecoveryCodes(subject: Subject): Promise<readonly string[]> {
    if ((await factorOf(subject.id, "RECOVERY_CODE")) !== undefined) return [];
    const { stored, told } = beginRecoveryCodes(subject.id, deps.pepper, deps.randomBytes);
    const codes = stored.map((one) => Buffer.from(one).toString("base64"));
    await keep(subject, "RECOVERY_CODE", { payload: bytesOf({ codes }), methods: ["RECOVERY_CODE"] }, undefined);
    return told.reveal();
  }

  async function lose(subject: SubjectState, name: ProofName): Promise<SubjectState> {
    await verifications.remove(subject.id, name);
    const carried = levelOf(factsOf(await verifications.factors(subject.id)), new Date(now()));
    return isBelow(carried, subject.level) ? change(subject, carried) : subject;
  }

  async function climb(subject: SubjectState): Promise<SubjectState> {
    const facts = factsOf(await verifications.factors(subject.id));
    return change(subject, nextLevel(subject.level, facts, new Date(now())));
  }

  async function answer(subject: SubjectState, challengeId: string, response: Response): Promise<Outcome | undefined> {
    const at = new Date(now());
    const found = await verifications.find(challengeId);
    if (found === undefined || found.identity !== subject.id) return undefined;
    const name = nameOf(found, procedures);
    const who = `${subject.id} ${name}`;
    wrongAnswerLimiter.check(who);
    const before = await factorOf(subject.id, name);
    let proof: Proof | undefined;
    const answered = await answerChallenge(
      verifications,
      challengeId,
      async ({ secret }) => {
        proof = await procedures[name].check(subject, challengeId, secret, before, response, at);
        return proof !== undefined;
      },
      at,
    );
    if (answered === undefined) return undefined;
    const { verdict, challenge } = answered;
    if (verdict === "WRONG" || verdict === "FAILED") wrongAnswerLimiter.record(who);
    let standing = subject;
    let recoveryCodes: readonly string[] = [];
    if (verdict === "PASSED" && proof !== undefined) {
      await keep(subject, name, proof, before);
      if (name === "RECOVERY_CODE") standing = await lose(subject, "TOTP");
      if (name === "TOTP" || name === "WEBAUTHN") recoveryCodes = await issueRecoveryCodes(subject);
      standing = await climb(standing);
    }
    const isPassed = verdict === "PASSED";
    return { challenge: viewOf(atTime(challenge, at)), isPassed, status: await status(standing), recoveryCodes };
  }

  return {
    status,
    lose,
    answer,

    async prove(subject, name, decision) {
      await keep(subject, name, decision, await factorOf(subject.id, name));
      return climb(subject);
    },

    async hasHardwareKey(subject, challengeId, credential) {
      if ((await factorOf(subject.id, "WEBAUTHN")) === undefined) return false;
      const outcome = await answer(subject, challengeId, { code: "", answers: {}, credential });
      if (outcome?.isPassed !== true || outcome.challenge.method !== "WEBAUTHN") return false;
      return (await factorOf(subject.id, "WEBAUTHN"))?.methods.includes("HARDWARE_KEY") === true;
    },

    async begin(subject, name, address) {
      challengeLimiter.consume(`${subject.id} ${name}`);
      const procedure = procedures[name];
      const at = new Date(now());
      const target = levels[
        Math.min(levels.length - 1, subject.level === undefined ? 0 : levels.indexOf(subject.level) + 1)
      ] as Level;
      const known = { id: newId(), identity: subject.id, method: procedure.method, target };
      const { expiresAt } = openChallenge(known, new Uint8Array(), at);
      const factor = await factorOf(subject.id, name);
      const begun = await procedure.begin({ subject, challengeId: known.id, expiresAt, address, factor });
      const challenge = openChallenge(known, begun.secret, at);
      await verifications.add(challenge);
      await begun.send?.();
      return { challenge: viewOf(challenge), parameters: begun.parameters };
    },

    async moveTo(subject, level) {
      const { nextLevel: next, missing } = await status(subject);
      if (level === next) {
        if (missing.length > 0) {
          throw new Fault("STATE_INVALID", `${level} needs what is not proven: ${missing.join(", ")}.`);
        }
      } else if (!isBelow(level, subject.level)) {
        throw new Fault("STATE_INVALID", "Levels are reached one step at a time.");
      }
      const moved = await change(subject, level);
      if (moved.level !== level) throw new Fault("STATE_INVALID", "The level was changed meanwhile.");
      return status(moved);
    },
  };
}

function nameOf({ method }: Challenge, procedures: Readonly<Record<FactorName, Procedure>>): FactorName {
  return factorNames.find((name) => procedures[name].method === method) as FactorName;
}

function isBelow(level: Level | undefined, other: Level | undefined): boolean {
  const rank = (one: Level | undefined) => (one === undefined ? -1 : levels.indexOf(one));
  return rank(level) < rank(other);
}
