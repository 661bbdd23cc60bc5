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
  /** Data with which the method checks answers. */
  readonly payload: Uint8Array;
  /** From 1, incremented by every change, including removal: unique among the factors of an identity and method. */
  readonly revision: number;
  readonly provenAt: Date;
  /** Absent when it does not expire. */
  readonly expiresAt?: Date | undefined;
}

/** Port: factors and challenges. `Settlements` stores changes of factors. */
export interface Verifications extends Challenges {
  /** Stores a challenge and cancels the pending ones of its identity and method. */
  add(challenge: Challenge): Promise<void>;
  /** Returns the challenges that were never closed, oldest first; they may have expired. */
  pending(identityId: string): Promise<Challenge[]>;
  factors(identityId: string): Promise<Factor[]>;
}

/** Returns the evidence of all factors. */
export function evidenceOfFactors(factors: readonly Pick<Factor, "evidence" | "provenAt" | "expiresAt">[]): Evidence[] {
  return factors.flatMap(({ evidence, provenAt, expiresAt }) =>
    evidence.map((name) => evidenceOf(name, provenAt, expiresAt)),
  );
}
