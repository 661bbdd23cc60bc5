import type { Challenge, Challenges } from "./challenge.ts";
import { type Evidence, type EvidenceName, evidenceOf } from "./levels.ts";
import type { Method } from "./methods.ts";

/** A factor that an identity has proven, and can prove again: an address, a password, a device. */
export interface Factor {
  readonly identityId: string;
  /** An identity has at most one factor of each method. */
  readonly method: Method;
  /** Evidence that the factor gives. */
  readonly evidence: readonly EvidenceName[];
  /** Data of the method by which it checks answers. */
  readonly payload: Uint8Array;
  /** From 1, one more with every change, removal included: no two factors of an identity and method have the same. */
  readonly revision: number;
  readonly provenAt: Date;
  /** Absent when it does not expire. */
  readonly expiresAt?: Date | undefined;
}

/** Port: factors and challenges. What changes factors is stored by `Settlements`. */
export interface Verifications extends Challenges {
  /** Stores a challenge and cancels the pending ones of its identity and method. */
  add(challenge: Challenge): Promise<void>;
  /** Challenges that were never closed, the oldest first; they may have expired. */
  pending(identityId: string): Promise<Challenge[]>;
  factors(identityId: string): Promise<Factor[]>;
}

/** All evidence that factors give. */
export function evidenceOfFactors(factors: readonly Pick<Factor, "evidence" | "provenAt" | "expiresAt">[]): Evidence[] {
  return factors.flatMap(({ evidence, provenAt, expiresAt }) =>
    evidence.map((name) => evidenceOf(name, provenAt, expiresAt)),
  );
}
