import type { Sealer } from "../../../core/sealed-column.ts";
import type { Database } from "../../../database/source.ts";
import type { Challenge, ChallengeState } from "../domain/challenge.ts";
import type { Factor, Verifications } from "../domain/factors.ts";
import type { EvidenceName, Level } from "../domain/levels.ts";
import { Concealed } from "../domain/masking.ts";
import type { ChallengeMethod, Method } from "../domain/methods.ts";
import { challengeColumn, factorColumn } from "../domain/sealed-columns.ts";
import {
  type VerificationChallengeRow,
  type VerificationFactorRow,
  verificationChallengeRows,
  verificationFactorRows,
} from "./verification-row.ts";

const nothing = new Uint8Array();

/** Challenges and factors of a database. Their secrets are sealed. */
export function storedVerifications(database: Database, vault: Sealer): Verifications {
  const { manager } = database;
  return {
    async add(challenge) {
      const row = await toRow(challenge, vault);
      const { identityId, method } = row;
      await database.transact(async (writer) => {
        await writer.update(
          verificationChallengeRows,
          { identityId, method, state: "PENDING" },
          { state: "CANCELLED", sealedSecret: Buffer.from(nothing) },
        );
        await writer.insert(verificationChallengeRows, row);
      });
    },

    async find(id) {
      const row = await manager.findOneBy(verificationChallengeRows, { id });
      return row === null ? undefined : toChallenge(row, vault);
    },

    async replace(before, after) {
      const { state, attempts, sealedSecret } = await toRow(after, vault);
      const result = await database.transact((writer) =>
        writer.update(
          verificationChallengeRows,
          { id: before.id, state: before.state, attempts: before.attempts },
          { state, attempts, sealedSecret },
        ),
      );
      return result.affected === 1;
    },

    async pending(identityId) {
      const rows = await manager.find(verificationChallengeRows, {
        where: { identityId, state: "PENDING" },
        order: { createdAt: "ASC", id: "ASC" },
      });
      return Promise.all(rows.map((row) => toChallenge(row, vault)));
    },

    async factors(identityId) {
      const rows = await manager.findBy(verificationFactorRows, { identityId });
      return Promise.all(rows.map((row) => toFactor(row, vault)));
    },

    async put(factor) {
      const row = await toFactorRow(factor, vault);
      const { identityId, name, revision, ...changed } = row;
      if (revision > 1) {
        const result = await database.transact((writer) =>
          writer.update(verificationFactorRows, { identityId, name, revision: revision - 1 }, { ...changed, revision }),
        );
        return result.affected === 1;
      }
      try {
        await database.transact((writer) => writer.insert(verificationFactorRows, row));
        return true;
      } catch (error) {
        if (database.dialect.isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async remove(identityId, name) {
      await database.transact((writer) => writer.delete(verificationFactorRows, { identityId, name }));
    },
  };
}

/** Values of the column `method`: the evidence that a right answer gives. */
const storedMethods: Readonly<Partial<Record<ChallengeMethod, string>>> = { EMAIL: "EMAIL_CODE", PHONE: "PHONE_CODE" };
const methodsByStored = new Map(Object.entries(storedMethods).map(([method, stored]) => [stored, method]));

async function toRow(
  { identity, secret, method, replaces, ...rest }: Challenge,
  vault: Sealer,
): Promise<VerificationChallengeRow> {
  const bytes = secret.reveal();
  const sealed =
    bytes.length === 0
      ? nothing
      : await vault.seal(challengeColumn.context({ id: rest.id, identity_id: identity }), bytes);
  const stored = storedMethods[method] ?? method;
  const sealedSecret = Buffer.from(sealed);
  return { ...rest, identityId: identity, method: stored, replaces: replaces ? 1 : 0, sealedSecret };
}

async function toChallenge(
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

async function toFactorRow(
  { payload, method: name, evidence, ...rest }: Factor,
  vault: Sealer,
): Promise<VerificationFactorRow> {
  const sealed = await vault.seal(contextOf({ ...rest, name }), payload);
  return { ...rest, name, methods: [...evidence], expiresAt: rest.expiresAt ?? null, sealed: Buffer.from(sealed) };
}

async function toFactor({ sealed, name, methods, ...rest }: VerificationFactorRow, vault: Sealer): Promise<Factor> {
  const payload = await vault.open(contextOf({ ...rest, name }), sealed);
  const expiresAt = rest.expiresAt ?? undefined;
  return { ...rest, expiresAt, method: name as Method, evidence: methods as EvidenceName[], payload };
}

function contextOf({ identityId, name }: { readonly identityId: string; readonly name: string }) {
  return factorColumn.context({ identity_id: identityId, name });
}
