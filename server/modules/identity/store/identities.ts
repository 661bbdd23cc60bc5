import { IsNull, LessThanOrEqual } from "typeorm";
import { createBatchLoader } from "../../../core/batching/batch-loader.ts";
import type { Database } from "../../../database/source.ts";
import type { Identities, Identity, RotationKey, SigningKey, VerificationLevel } from "../domain/identities.ts";
import {
  type IdentityRow,
  identityRows,
  type RotationKeyRow,
  rotationKeyRows,
  type SigningKeyRow,
  signingKeyRows,
} from "./identity-row.ts";
import { type KeyName, publicKeysOf } from "./signing-keys.ts";

/** The identities of a database. */
export function storedIdentities(database: Database): Identities {
  const { manager } = database;
  const publicKey = createBatchLoader<KeyName, Uint8Array | undefined>((names) => publicKeysOf(manager, names));

  async function latest(identityId: string): Promise<RotationKey | undefined> {
    const row = await manager.findOne(rotationKeyRows, { where: { identityId }, order: { version: "DESC" } });
    return row === null ? undefined : toRotationKey(row);
  }

  return {
    async create(identity, key, rotationKey) {
      try {
        await database.transact(async (writer) => {
          await writer.insert(identityRows, toIdentityRow(identity));
          await writer.insert(signingKeyRows, toKeyRow(key));
          await writer.insert(rotationKeyRows, toRotationKeyRow(rotationKey));
        });
        return true;
      } catch (error) {
        if (database.dialect.isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async find(id) {
      const row = await manager.findOneBy(identityRows, { id });
      return row === null ? undefined : toIdentity(row);
    },

    async update(identity) {
      const { id, version, createdAt, ...changed } = toIdentityRow(identity);
      try {
        const affected = await database.transact(async (writer) => {
          const result = await writer.update(identityRows, { id, version: version - 1 }, { ...changed, version });
          return result.affected;
        });
        return affected === 1 ? "changed" : "version-mismatch";
      } catch (error) {
        if (database.dialect.isDuplicateKey(error)) return "name-taken";
        throw error;
      }
    },

    async signingKeys(identityId) {
      const rows = await manager.find(signingKeyRows, {
        where: { identityId },
        order: { createdAt: "DESC", id: "DESC" },
      });
      return rows.map(toKey);
    },

    publicKey: (identityId, id) => publicKey({ identityId, id }),

    async addSigningKey(key) {
      await database.transact((writer) => writer.insert(signingKeyRows, toKeyRow(key)));
    },

    async revokeSigningKey(identityId, id, at) {
      const row = await database.transact(async (writer) => {
        await writer.update(signingKeyRows, { id, identityId, revokedAt: IsNull() }, { revokedAt: at });
        return writer.findOneBy(signingKeyRows, { id, identityId });
      });
      return row === null ? undefined : toKey(row);
    },

    latestRotationKey: latest,

    async addRotationKey(identityId, seal, at, othersEndAt) {
      const version = ((await latest(identityId))?.version ?? 0) + 1;
      const key: RotationKey = {
        identityId,
        version,
        sealedSecret: await seal(version),
        createdAt: at,
        endsAt: undefined,
      };
      try {
        await database.transact(async (writer) => {
          await writer.update(
            rotationKeyRows,
            { identityId, version: LessThanOrEqual(version - 1), endsAt: IsNull() },
            { endsAt: othersEndAt },
          );
          // Of two concurrent additions the second violates the primary key, and nothing of it is written.
          await writer.insert(rotationKeyRows, toRotationKeyRow(key));
        });
        return key;
      } catch (error) {
        if (database.dialect.isDuplicateKey(error)) return undefined;
        throw error;
      }
    },
  };
}

function toIdentityRow(identity: Identity): IdentityRow {
  return {
    ...identity,
    displayName: identity.displayName ?? null,
    sealedPrivate: Buffer.from(identity.sealedPrivate),
    metadata: { ...identity.metadata },
  };
}

function toIdentity(row: IdentityRow): Identity {
  return { ...row, displayName: row.displayName ?? undefined, level: row.level as VerificationLevel };
}

function toKeyRow(key: SigningKey): SigningKeyRow {
  return {
    ...key,
    publicKey: Buffer.from(key.publicKey),
    vaultKeyId: key.vaultKeyId ?? null,
    revokedAt: key.revokedAt ?? null,
  };
}

function toKey(row: SigningKeyRow): SigningKey {
  return { ...row, vaultKeyId: row.vaultKeyId ?? undefined, revokedAt: row.revokedAt ?? undefined };
}

function toRotationKeyRow(key: RotationKey): RotationKeyRow {
  return { ...key, sealedSecret: Buffer.from(key.sealedSecret), endsAt: key.endsAt ?? null };
}

function toRotationKey(row: RotationKeyRow): RotationKey {
  return { ...row, endsAt: row.endsAt ?? undefined };
}
