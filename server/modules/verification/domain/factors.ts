import type { Challenge, Challenges } from "./challenge.ts";
import { type Fact, factOf, type Method } from "./levels.ts";

/** By what an identity proves something, again and again: an address, a password, a device. */
export interface Factor {
  readonly identityId: string;
  /** One of each at most. */
  readonly name: ProofName;
  /** What it proves. */
  readonly methods: readonly Method[];
  /** What is needed to check an answer, as the method keeps it. */
  readonly payload: Uint8Array;
  /** From 1, one more with every change. */
  readonly revision: number;
  readonly provenAt: Date;
  /** Absent when it does not end by itself. */
  readonly expiresAt?: Date | undefined;
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

/** What is proven by answers to challenges. */
export type FactorName = (typeof factorNames)[number];

const decisionNames = [
  "PERSONAL_DOCUMENTS",
  "ORGANISATION_DOCUMENTS",
  "PERSONAL_COMPLIANCE",
  "LEGAL_COMPLIANCE",
  "AGREEMENT",
] as const;

/** What is proven by decisions of others. */
export type DecisionName = (typeof decisionNames)[number];

export type ProofName = FactorName | DecisionName;

/** Every name, in the order in which they are told. */
export const proofNames: readonly ProofName[] = [...factorNames, ...decisionNames];

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
  remove(identityId: string, name: ProofName): Promise<void>;
}

/** What factors are worth. */
export function factsOf(factors: readonly Factor[]): Fact[] {
  return factors.flatMap(({ methods, provenAt, expiresAt }) =>
    methods.map((method) => factOf(method, provenAt, expiresAt)),
  );
}
