import { type GetLedgerPolicyResponse, LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { type Identity, VerificationLevel } from "#contract/identity/v1/identity_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import type { Agreement, ReviewCase } from "#contract/identity/v1/review_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import type { Challenge, Verification } from "#contract/identity/v1/verification_pb.js";
import { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import { PlatonicError } from "../../../typescript/src/platonic-error.ts";
import { client } from "../account/account.ts";

export const identities = () => client.value.of(IdentityService);
export const verifications = () => client.value.of(VerificationService);
export const reviews = () => client.value.of(ReviewService);

/** All data of the service about the verification of an identity. */
export interface VerificationFacts {
  readonly identity: Identity;
  readonly verification: Verification;
  /** Document cases, oldest first. */
  readonly cases: readonly ReviewCase[];
  /** Agreements, oldest first. */
  readonly agreements: readonly Agreement[];
  /** Pending challenges, oldest first. */
  readonly challenges: readonly Challenge[];
}

export async function readFacts(id: string): Promise<VerificationFacts> {
  const [{ identity }, { verification }, { cases }, { agreements }, { challenges }] = await Promise.all([
    identities().getIdentity({ id }),
    verifications().getVerificationStatus({ id }),
    reviews().listCases({ identityId: id }),
    reviews().listAgreements({ identityId: id }),
    verifications().listChallenges({ id }),
  ]);
  if (identity === undefined || verification === undefined) {
    throw new PlatonicError("UNKNOWN", "the service returned no verification");
  }
  return { identity, verification, cases, agreements, challenges };
}

/** Whether somebody else decides about the next level, so that the user need not act. */
export function isDecidedByOthers({ verification: { nextLevel } }: VerificationFacts): boolean {
  return nextLevel >= VerificationLevel.ENHANCED;
}

/** Reads the fees and limits in force. */
export function readPolicy(): Promise<GetLedgerPolicyResponse> {
  return client.value.of(LedgerService).getLedgerPolicy({});
}
