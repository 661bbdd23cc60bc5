import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { type ChallengeMethod, challengeMethods, type Method } from "../domain/methods.ts";

/** The contract's number of each method. */
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

/** The method that a request for a challenge names. Validation lets no other number pass. */
export function challengeMethodOf(number: VerificationMethod): ChallengeMethod {
  return challengeMethods.find((method) => methodNumbers[method] === number) as ChallengeMethod;
}
