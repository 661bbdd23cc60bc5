import type { JsonObject, MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  type ChallengeSchema,
  ChallengeState,
  type VerificationSchema,
} from "#contract/identity/v1/verification_pb.js";
import type { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import { type Alongside, inOrder } from "../../../core/alongside.ts";
import { Fault } from "../../../core/fault.ts";
import { requireFreshProof } from "../../../rpc/fresh-proof.ts";
import type { Operations } from "../../../rpc/operations.ts";
import { networkOfPerson } from "../../../rpc/people.ts";
import type { Identities, Identity, Vault, VerificationLevel } from "../../identity/index.ts";
import { openPrivate } from "../../identity/index.ts";
import type { ChallengeView } from "../domain/challenge.ts";
import { type Level, levels } from "../domain/levels.ts";
import { type ChallengeMethod, isReplaceable } from "../domain/methods.ts";
import type { Subject } from "../domain/subject.ts";
import type { OpenedChallenge } from "../methods/subject-challenges.ts";
import type { Status } from "../methods/subject-levels.ts";
import type { Verifier } from "../methods/verifier.ts";
import { challengeMethodOf, methodNumbers } from "./methods.ts";

export interface VerificationOperationsDeps {
  readonly identities: Identities;
  readonly vault: Vault;
  readonly verifier: Verifier;
  /** Prepares the notice that recovery codes were renewed; undefined if there is no address for it. */
  readonly renewalNotice: (subject: Subject) => Promise<Alongside | undefined>;
  /** Starts sending the stored notices, without waiting for it. */
  readonly sendNotices: () => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const states = {
  PENDING: ChallengeState.PENDING,
  PASSED: ChallengeState.PASSED,
  FAILED: ChallengeState.FAILED,
  EXPIRED: ChallengeState.EXPIRED,
  // Another challenge has replaced it.
  CANCELLED: ChallengeState.EXPIRED,
} as const;

/** The operations of identity.v1.VerificationService. */
export function verificationOperations({
  identities,
  vault,
  verifier,
  renewalNotice,
  sendNotices,
  now,
}: VerificationOperationsDeps): Operations<typeof VerificationService> {
  const subjectWith = (id: string) => findSubject({ identities, vault }, id);

  return {
    async requestChallenge({ identityId, method: number, address, replace }, context) {
      const method = challengeMethodOf(number);
      if (replace) requireReplaceable(method);
      if (replace) requireFreshProof(context.principal, now());
      const requested = { method, address: address || undefined, replaces: replace, network: networkOfPerson(context) };
      return { challenge: toOpenedMessage(await verifier.begin(await subjectWith(identityId), requested)) };
    },

    async listChallenges({ id }) {
      return { challenges: (await verifier.pending(await subjectWith(id))).map(toMessage) };
    },

    async submitResponse({ identityId, challengeId, code, answers, credential }, { principal }) {
      const subject = await subjectWith(identityId);
      const { session } = principal;
      const answered = await verifier.answer(subject, {
        challengeId,
        response: { code, answers: answers?.entries ?? {}, credential },
        permit: ({ replaces }) => {
          if (replaces) requireFreshProof(principal, now());
        },
        sessionId: session?.identityId === identityId ? session.id : undefined,
      });
      if (answered === undefined) {
        throw new Fault("RESOURCE_NOT_FOUND", "The identity has no challenge with this id.");
      }
      const { challenge, status, recoveryCodes } = answered;
      const verification = toStatusMessage(identityId, status);
      return { challenge: toMessage(challenge), verification, recoveryCodes: [...recoveryCodes] };
    },

    async unlockFactor({ identityId, method }, { principal, act }) {
      requireFreshProof(principal, now());
      const subject = await subjectWith(identityId);
      await verifier.unlock(subject, challengeMethodOf(method), (await act?.prepare())?.alongside);
      return { verification: toStatusMessage(identityId, await verifier.status(subject)) };
    },

    async renewRecoveryCodes({ identityId }, { principal, act }) {
      requireFreshProof(principal, now());
      const subject = await subjectWith(identityId);
      const record = await act?.prepare();
      const also = inOrder(await renewalNotice(subject), record?.alongside);
      const { codes, status } = await verifier.renewRecoveryCodes(subject, also);
      sendNotices();
      return { recoveryCodes: [...codes], verification: toStatusMessage(identityId, status) };
    },

    async getVerificationStatus({ id }) {
      return { verification: toStatusMessage(id, await verifier.status(await subjectWith(id))) };
    },

    async requestLevel({ id, level }, { principal }) {
      const subject = await subjectWith(id);
      if (level < numberOf(subject.level)) requireFreshProof(principal, now());
      return { verification: toStatusMessage(id, await verifier.moveTo(subject, levels[level - 1] as Level)) };
    },
  };
}

/** @throws Fault PARAMETER_INVALID */
function requireReplaceable(method: ChallengeMethod): void {
  if (isReplaceable(method)) return;
  const message =
    "replace is possible for phones, passwords, PINs, security questions, authenticator apps and passkeys only; recovery " +
    "codes are renewed by RenewRecoveryCodes";
  throw new Fault("PARAMETER_INVALID", message, { parameter: "replace" });
}

/**
 * Finds an identity by id, as a subject of verification.
 *
 * @throws Fault RESOURCE_NOT_FOUND
 */
export async function findSubject(
  { identities, vault }: Pick<VerificationOperationsDeps, "identities" | "vault">,
  id: string,
): Promise<Subject> {
  const identity = await identities.find(id);
  if (identity === undefined) throw new Fault("RESOURCE_NOT_FOUND", "There is no identity with this id.");
  return subjectOf(identity, (await openPrivate(vault, identity)).email);
}

/** Converts an identity to a subject of verification. */
export function subjectOf({ id, username, level }: Identity, email: string | undefined): Subject {
  return { id, username, email, level: level === 0 ? undefined : (levels[level - 1] as Level) };
}

/** Returns the contract's number of a level. */
export function numberOf(level: Level | undefined): VerificationLevel {
  return (level === undefined ? 0 : levels.indexOf(level) + 1) as VerificationLevel;
}

/** Converts a challenge to the message for the caller who started it. */
export function toOpenedMessage(opened: OpenedChallenge): MessageInitShape<typeof ChallengeSchema> {
  const { challenge, parameters, undelivered } = opened;
  return {
    ...toMessage(challenge),
    parameters: parameters as JsonObject,
    ...(undelivered !== undefined && { deliveryFailed: true, deliveryProblem: `${undelivered}.` }),
  };
}

function toMessage(challenge: ChallengeView): MessageInitShape<typeof ChallengeSchema> {
  return {
    id: challenge.id,
    identityId: challenge.identity,
    method: methodNumbers[challenge.method],
    state: states[challenge.state],
    attemptsLeft: challenge.state === "PENDING" ? challenge.attemptsMax - challenge.attempts : 0,
    expiresAt: timestampFromDate(challenge.expiresAt),
  };
}

function toStatusMessage(identityId: string, status: Status): MessageInitShape<typeof VerificationSchema> {
  const factors = status.factors.map(({ method, provenAt, expiresAt }) => ({
    method: methodNumbers[method],
    provenAt: timestampFromDate(provenAt),
    ...(expiresAt && { expiresAt: timestampFromDate(expiresAt) }),
  }));
  return {
    identityId,
    ...(status.level !== undefined && { level: numberOf(status.level) }),
    factors: factors.toSorted((a, b) => a.method - b.method),
    ...(status.nextLevel !== undefined && { nextLevel: numberOf(status.nextLevel) }),
    missing: [...status.missing],
    ...(status.recoveryCodesLeft !== undefined && { recoveryCodesLeft: status.recoveryCodesLeft }),
  };
}
