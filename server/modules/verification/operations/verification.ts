import type { JsonObject, MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  type ChallengeSchema,
  ChallengeState,
  VerificationMethod,
  type VerificationSchema,
} from "../../../../gen/es/identity/v1/verification_pb.js";
import type { VerificationService } from "../../../../gen/es/identity/v1/verification_service_pb.js";
import { Fault } from "../../../core/fault.ts";
import type { Operations } from "../../../rpc/operations.ts";
import type { Identities, Identity, Vault, VerificationLevel } from "../../identity/index.ts";
import { openPrivate } from "../../identity/index.ts";
import type { ChallengeView } from "../domain/challenge.ts";
import { type FactorName, type ProofName, proofNames } from "../domain/factors.ts";
import { type Level, levels, type Method } from "../domain/levels.ts";
import type { Status, SubjectState, Verifier } from "../methods/verifier.ts";

export interface VerificationOperationsDeps {
  readonly identities: Identities;
  readonly vault: Vault;
  readonly verifier: Verifier;
}

/** In the order of the contract's numbers, from 1. */
const names: readonly ProofName[] = proofNames;

const states = {
  PENDING: ChallengeState.PENDING,
  PASSED: ChallengeState.PASSED,
  FAILED: ChallengeState.FAILED,
  EXPIRED: ChallengeState.EXPIRED,
  // What took its place is told instead.
  CANCELLED: ChallengeState.EXPIRED,
} as const;

/** The operations of identity.v1.VerificationService. */
export function verificationOperations({
  identities,
  vault,
  verifier,
}: VerificationOperationsDeps): Operations<typeof VerificationService> {
  const standing = (id: string) => findSubjectState({ identities, vault }, id);

  return {
    async requestChallenge({ identityId, method, address }) {
      const subject = await standing(identityId);
      const name = names[method - 1] as FactorName;
      const { challenge, parameters } = await verifier.begin(subject, name, address === "" ? undefined : address);
      return { challenge: { ...toMessage(challenge), parameters: parameters as JsonObject } };
    },

    async submitResponse({ identityId, challengeId, code, answers, credential }) {
      const subject = await standing(identityId);
      const outcome = await verifier.answer(subject, challengeId, {
        code,
        answers: answers?.entries ?? {},
        credential,
      });
      if (outcome === undefined) {
        throw new Fault("RESOURCE_NOT_FOUND", "The identity has no challenge with this id.");
      }
      return {
        challenge: toMessage(outcome.challenge),
        verification: toStatusMessage(identityId, outcome.status),
        recoveryCodes: [...outcome.recoveryCodes],
      };
    },

    async getVerificationStatus({ id }) {
      return { verification: toStatusMessage(id, await verifier.status(await standing(id))) };
    },

    async requestLevel({ id, level }) {
      const status = await verifier.moveTo(await standing(id), levels[level - 1] as Level);
      return { verification: toStatusMessage(id, status) };
    },
  };
}

/**
 * Where the identity with an id stands.
 *
 * @throws Fault RESOURCE_NOT_FOUND
 */
export async function findSubjectState(
  { identities, vault }: Pick<VerificationOperationsDeps, "identities" | "vault">,
  id: string,
): Promise<SubjectState> {
  const identity = await identities.find(id);
  if (identity === undefined) throw new Fault("RESOURCE_NOT_FOUND", "There is no identity with this id.");
  return subjectStateOf(identity, (await openPrivate(vault, identity)).email);
}

/** Where an identity stands, as verification knows it. */
export function subjectStateOf({ id, username, level }: Identity, email: string | undefined): SubjectState {
  return { id, username, email, level: level === 0 ? undefined : (levels[level - 1] as Level) };
}

/** The contract's number of a level. */
export function numberOf(level: Level | undefined): VerificationLevel {
  return (level === undefined ? 0 : levels.indexOf(level) + 1) as VerificationLevel;
}

function toMessage(challenge: ChallengeView): MessageInitShape<typeof ChallengeSchema> {
  return {
    id: challenge.id,
    identityId: challenge.identity,
    method: numberOfMethod(challenge.method),
    state: states[challenge.state],
    attemptsLeft: challenge.state === "PENDING" ? challenge.attemptsMax - challenge.attempts : 0,
    expiresAt: timestampFromDate(challenge.expiresAt),
  };
}

function toStatusMessage(identityId: string, status: Status): MessageInitShape<typeof VerificationSchema> {
  const factors = status.factors.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  return {
    identityId,
    ...(status.level !== undefined && { level: numberOf(status.level) }),
    factors: factors.map(({ name, provenAt, expiresAt }) => ({
      method: (names.indexOf(name) + 1) as VerificationMethod,
      provenAt: timestampFromDate(provenAt),
      ...(expiresAt && { expiresAt: timestampFromDate(expiresAt) }),
    })),
    ...(status.nextLevel !== undefined && { nextLevel: numberOf(status.nextLevel) }),
    missing: [...status.missing],
  };
}

const numbersOfMethods: Partial<Record<Method, VerificationMethod>> = {
  EMAIL_CODE: VerificationMethod.EMAIL,
  PHONE_CODE: VerificationMethod.PHONE,
  PASSWORD: VerificationMethod.PASSWORD,
  PIN: VerificationMethod.PIN,
  SECURITY_QUESTIONS: VerificationMethod.SECURITY_QUESTIONS,
  TOTP: VerificationMethod.TOTP,
  WEBAUTHN: VerificationMethod.WEBAUTHN,
  RECOVERY_CODE: VerificationMethod.RECOVERY_CODE,
};

function numberOfMethod(method: Method): VerificationMethod {
  return numbersOfMethods[method] as VerificationMethod;
}
