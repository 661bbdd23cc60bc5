/** Methods of verification by answering a challenge. */
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

/** Whether its owner can replace a factor. An e-mail address is changed with the identity; recovery codes are issued. */
export function isReplaceable(method: ChallengeMethod): boolean {
  return method !== "EMAIL" && method !== "RECOVERY_CODE";
}

/** Whether the answer to a challenge can be guessed: not if it enrols a factor that the caller chooses. */
export function isGuessable(method: ChallengeMethod, replaces: boolean): boolean {
  return !replaces || method === "PHONE";
}

/** Methods of verification by a decision of others. */
export type ReviewMethod =
  | "PERSONAL_DOCUMENTS"
  | "ORGANISATION_DOCUMENTS"
  | "PERSONAL_COMPLIANCE"
  | "LEGAL_COMPLIANCE"
  | "AGREEMENT";

/** Every method of verification. `operations/methods.ts` has their numbers in the contract. */
export type Method = ChallengeMethod | ReviewMethod;
