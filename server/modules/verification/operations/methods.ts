import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { type ChallengeMethod, challengeMethods, type Method } from "../domain/methods.ts";

/** Number of each method in the contract. */
export const methodNumbers: Readonly<Record<Method, VerificationMethod>> = {
  EMAIL: VerificationMethod.EMAIL,
  PHONE: VerificationMethod.PHONE,
  PASSWORD: VerificationMethod.PASSWORD,
  PIN: VerificationMethod.PIN,
  SECURITY_QUESTIONS: VerificationMethod.SECURITY_QUESTIONS,
  TOTP: VerificationMethod.TOTP,
  WEBAUTHN: VerificationMethod.WEBAUTHN,
  RECOVERY_CODE: VerificationMethod.RECOVERY_CODE,
  PERSONAL_DOCUMENTS: VerificationMethod.PERSONAL_DOCUMENTS,
  ORGANISATION_DOCUMENTS: VerificationMethod.ORGANISATION_DOCUMENTS,
  PERSONAL_COMPLIANCE: VerificationMethod.PERSONAL_COMPLIANCE,
  LEGAL_COMPLIANCE: VerificationMethod.LEGAL_COMPLIANCE,
  AGREEMENT: VerificationMethod.AGREEMENT,
};

/** Returns the method of a challenge request. Validation rejects all other numbers. */
export function challengeMethodOf(number: VerificationMethod): ChallengeMethod {
  return challengeMethods.find((method) => methodNumbers[method] === number) as ChallengeMethod;
}
