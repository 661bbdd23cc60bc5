/** Methods of verification by the answer to a challenge. */
export const challengeMethods = [
  "EMAIL",
  "PHONE",
  "PASSWORD",
  "PIN",
  "SECURITY_QUESTIONS",
  "TOTP",
  "WEBAUTHN",
  "RECOVERY_CODE",
] as const;

export type ChallengeMethod = (typeof challengeMethods)[number];

/** Whether a factor of a method can be replaced by its owner: it is enrolled with an answer, and not sent or issued. */
export function isReplaceable(method: ChallengeMethod): boolean {
  return method !== "EMAIL" && method !== "PHONE" && method !== "RECOVERY_CODE";
}

/** Methods of verification by a decision of others. */
export type ReviewMethod =
  | "PERSONAL_DOCUMENTS"
  | "ORGANISATION_DOCUMENTS"
  | "PERSONAL_COMPLIANCE"
  | "LEGAL_COMPLIANCE"
  | "AGREEMENT";

/** Every method of verification. The contract's numbers of them are in `operations/methods.ts`. */
export type Method = ChallengeMethod | ReviewMethod;
