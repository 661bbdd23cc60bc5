import { Fault } from "../../../core/fault.ts";
import type { Factor, Verifications } from "../domain/factors.ts";
import type { Method } from "../domain/methods.ts";
import type { RandomBytes } from "../domain/randomness.ts";
import { beginRecoveryCodes } from "../domain/recovery-codes.ts";
import type { Subject } from "../domain/subject.ts";
import { bytesOf, type VerifiedFactor } from "./challenge-handler.ts";

export interface SubjectFactorsDeps {
  readonly verifications: Verifications;
  readonly pepper: Uint8Array;
  readonly randomBytes: RandomBytes;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Factors of subjects. */
export interface SubjectFactors {
  find(subject: Subject, method: Method): Promise<Factor | undefined>;
  /**
   * Stores a factor as the revision after `before`.
   *
   * @throws Fault STATE_INVALID when another writer was first
   */
  put(subject: Subject, method: Method, verified: VerifiedFactor & Expiring, before: Factor | undefined): Promise<void>;
  remove(subject: Subject, method: Method): Promise<void>;
  /** Issues recovery codes to a subject that has none. They are returned this once; otherwise none are. */
  issueRecoveryCodes(subject: Subject): Promise<readonly string[]>;
}

interface Expiring {
  readonly expiresAt?: Date | undefined;
}

export function subjectFactors({ verifications, pepper, randomBytes, now }: SubjectFactorsDeps): SubjectFactors {
  const factors: SubjectFactors = {
    async find({ id }, method) {
      return (await verifications.factors(id)).find((factor) => factor.method === method);
    },

    async put(subject, method, { payload, evidence, expiresAt }, before) {
      const revision = (before?.revision ?? 0) + 1;
      const provenAt = new Date(now());
      const factor = { identityId: subject.id, method, evidence, payload, revision, provenAt, expiresAt };
      if (await verifications.put(factor)) return;
      // Two uses of the same code at once: one of them counts.
      throw new Fault("STATE_INVALID", "The factor was changed meanwhile; begin again.");
    },

    remove: ({ id }, method) => verifications.remove(id, method),

    async issueRecoveryCodes(subject) {
      if ((await factors.find(subject, "RECOVERY_CODE")) !== undefined) return [];
      const { digests, codes } = beginRecoveryCodes(subject.id, pepper, randomBytes);
      const stored = digests.map((digest) => Buffer.from(digest).toString("base64"));
      const verified = { payload: bytesOf({ codes: stored }), evidence: ["RECOVERY_CODE"] } as const;
      await factors.put(subject, "RECOVERY_CODE", verified, undefined);
      return codes.reveal();
    },
  };
  return factors;
}
