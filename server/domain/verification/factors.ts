import type { Challenge, Challenges } from "./challenge.ts";
import { type Fact, factOf, type Method } from "./levels.ts";

/** By what an identity proves something, again and again: an address, a password, a device. */
export interface Factor {
  readonly identityId: string;
  /** One of each at most. */
  readonly name: FactorName;
  /** What it proves. */
  readonly methods: readonly Method[];
  /** What is needed to check an answer, as the method keeps it. */
  readonly payload: Uint8Array;
  /** From 1, one more with every change. */
  readonly revision: number;
  readonly provenAt: Date;
}

export const factorNames = [
  "EMAIL",
  "PHONE",
  "PASSWORD",
  "PIN",
  "SECURITY_QUESTIONS",
  "TOTP",
  "WEBAUTHN",
  "RECOVERY_CODE",
] as const;

export type FactorName = (typeof factorNames)[number];

/** Port: what was proven, and what waits to be. */
export interface Verifications extends Challenges {
  /** Stores a challenge and withdraws those of its identity and method that wait. */
  add(challenge: Challenge): Promise<void>;
  factors(identityId: string): Promise<Factor[]>;
  /**
   * Stores a factor: a new one at revision 1, or the next revision of the one before. False when another was faster, and
   * then nothing is stored.
   */
  put(factor: Factor): Promise<boolean>;
  remove(identityId: string, name: FactorName): Promise<void>;
}

/** What factors are worth. */
export function factsOf(factors: readonly Factor[]): Fact[] {
  return factors.flatMap(({ methods, provenAt }) => methods.map((method) => factOf(method, provenAt, undefined)));
}
