import type { Factor, Verifications } from "../domain/factors.ts";
import type { Method } from "../domain/methods.ts";
import type { RandomBytes } from "../domain/randomness.ts";
import { beginRecoveryCodes } from "../domain/recovery-codes.ts";
import type { FactorProof } from "../domain/settlement.ts";
import type { Subject } from "../domain/subject.ts";
import { bytesOf, type VerifiedFactor, valueIn } from "./challenge-handler.ts";

export interface SubjectFactorsDeps {
  readonly verifications: Pick<Verifications, "factors">;
  readonly pepper: Uint8Array;
  readonly randomBytes: RandomBytes;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Factors of subjects. */
export interface SubjectFactors {
  find(subject: Subject, method: Method): Promise<Factor | undefined>;
  /** Returns a factor that was just proven, to replace `before`. */
  proof(
    subject: Subject,
    method: Method,
    verified: VerifiedFactor & Expiring,
    before: Pick<Factor, "revision"> | undefined,
  ): FactorProof;
  /** Returns new recovery codes, to replace the previous ones. They are shown only this once. */
  newRecoveryCodes(
    subject: Subject,
    before: Pick<Factor, "revision"> | undefined,
  ): { readonly proof: FactorProof; readonly codes: readonly string[] };
}

interface Expiring {
  readonly expiresAt?: Date | undefined;
}

export function subjectFactors({ verifications, pepper, randomBytes, now }: SubjectFactorsDeps): SubjectFactors {
  const factors: SubjectFactors = {
    async find({ id }, method) {
      return (await verifications.factors(id)).find((factor) => factor.method === method);
    },

    proof({ id: identityId }, method, { payload, evidence, expiresAt }, before) {
      return { identityId, method, evidence, payload, provenAt: new Date(now()), expiresAt, before: before?.revision };
    },

    newRecoveryCodes(subject, before) {
      const { digests, codes } = beginRecoveryCodes(subject.id, pepper, randomBytes);
      const stored = digests.map((digest) => Buffer.from(digest).toString("base64"));
      const verified = recoveryFactor(stored);
      return { proof: factors.proof(subject, "RECOVERY_CODE", verified, before), codes: codes.reveal() };
    },
  };
  return factors;
}

/** Returns the factor of recovery codes, with the digests of the unused ones. */
export function recoveryFactor(codes: readonly string[]): VerifiedFactor {
  return { payload: bytesOf({ codes }), evidence: ["RECOVERY_CODE"] };
}

/** Returns the base64 digests of the unused recovery codes. */
export function recoveryDigestsIn(payload: Uint8Array): readonly string[] {
  return valueIn<{ codes: string[] }>(payload).codes;
}
