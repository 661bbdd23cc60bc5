import type { EntityManager } from "typeorm";
import type { Sealer } from "../../../core/sealed-column.ts";
import type { Challenge, ChallengeState } from "../domain/challenge.ts";
import type { Level } from "../domain/levels.ts";
import { Concealed } from "../domain/masking.ts";
import type { ChallengeMethod, Method } from "../domain/methods.ts";
import { challengeColumn } from "../domain/sealed-columns.ts";
import { type VerificationChallengeRow, verificationChallengeRows } from "./verification-row.ts";

/** Stores a challenge if the stored one still has the state and attempts of `before`. Returns whether it did. */
export async function replaceChallengeRow(
  writer: EntityManager,
  before: Challenge,
  { state, attempts, sealedSecret }: VerificationChallengeRow,
): Promise<boolean> {
  const known = { id: before.id, state: before.state, attempts: before.attempts };
  return (await writer.update(verificationChallengeRows, known, { state, attempts, sealedSecret })).affected === 1;
}

/** Ends the pending challenges of an identity and a method. */
export async function cancelChallenges(writer: EntityManager, identityId: string, method: Method): Promise<void> {
  const pending = { identityId, method: storedNameOf(method), state: "PENDING" };
  await writer.update(verificationChallengeRows, pending, { state: "CANCELLED", sealedSecret: Buffer.from(nothing) });
}

const nothing = new Uint8Array();

/** Values of the column `method`: the evidence that a right answer gives. */
const storedMethods: Readonly<Partial<Record<Method, string>>> = { EMAIL: "EMAIL_CODE", PHONE: "PHONE_CODE" };
const methodsByStored = new Map(Object.entries(storedMethods).map(([method, stored]) => [stored, method]));

function storedNameOf(method: Method): string {
  return storedMethods[method] ?? method;
}

/** Converts a challenge to a row, sealing its secret. */
export async function toChallengeRow(
  { identity, secret, method, replaces, ...rest }: Challenge,
  vault: Sealer,
): Promise<VerificationChallengeRow> {
  const bytes = secret.reveal();
  const sealed =
    bytes.length === 0
      ? nothing
      : await vault.seal(challengeColumn.context({ id: rest.id, identity_id: identity }), bytes);
  const stored = storedNameOf(method);
  const sealedSecret = Buffer.from(sealed);
  return { ...rest, identityId: identity, method: stored, replaces: replaces ? 1 : 0, sealedSecret };
}

export async function toChallenge(
  { identityId, sealedSecret, ...rest }: VerificationChallengeRow,
  vault: Sealer,
): Promise<Challenge> {
  const context = challengeColumn.context({ id: rest.id, identity_id: identityId });
  const secret = sealedSecret.length === 0 ? nothing : await vault.open(context, sealedSecret);
  return {
    ...rest,
    identity: identityId,
    method: (methodsByStored.get(rest.method) ?? rest.method) as ChallengeMethod,
    target: rest.target as Level,
    replaces: Number(rest.replaces) === 1,
    state: rest.state as ChallengeState,
    secret: new Concealed(secret),
  };
}
