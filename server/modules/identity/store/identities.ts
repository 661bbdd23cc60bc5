import { type LevelFall, levelAt } from "../../../core/level-expiry.ts";
import type { Database } from "../../../database/source.ts";
import type { Identities, Identity, VerificationLevel } from "../domain/identities.ts";
import { type IdentityRow, identityRows, rotationKeyRows, signingKeyRows } from "./identity-row.ts";
import { storedRotationKeys, toRotationKeyRow } from "./rotation-keys.ts";
import { storedSigningKeys, toKeyRow } from "./signing-keys.ts";

/** The identities of a database. Each is read with its level at that time. */
export function storedIdentities(database: Database, now: () => number = () => Date.now()): Identities {
  const { manager } = database;
  return {
    ...storedSigningKeys(database),
    ...storedRotationKeys(database),

    async create(identity, key, rotationKey, alongside) {
      try {
        await database.transact(async (writer) => {
          await writer.insert(identityRows, toIdentityRow(identity));
          await writer.insert(signingKeyRows, toKeyRow(key));
          await writer.insert(rotationKeyRows, toRotationKeyRow(rotationKey));
          await alongside?.(writer);
        });
        return true;
      } catch (error) {
        if (database.dialect.isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async find(id) {
      const row = await manager.findOneBy(identityRows, { id });
      return row === null ? undefined : toIdentity(row, now());
    },

    async update(identity, alongside) {
      const { id, version, createdAt, ...changed } = toIdentityRow(identity);
      try {
        const affected = await database.transact(async (writer) => {
          const result = await writer.update(identityRows, { id, version: version - 1 }, { ...changed, version });
          if (result.affected === 1) await alongside?.(writer);
          return result.affected;
        });
        return affected === 1 ? "changed" : "version-mismatch";
      } catch (error) {
        if (database.dialect.isDuplicateKey(error)) return "name-taken";
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
    levelFalls: identity.levelFalls.length === 0 ? null : identity.levelFalls,
  };
}

function toIdentity(row: IdentityRow, nowMs: number): Identity {
  const levelFalls = (row.levelFalls ?? []) as readonly LevelFall<VerificationLevel>[];
  const level = levelAt(row.level as VerificationLevel, levelFalls, nowMs);
  return { ...row, displayName: row.displayName ?? undefined, level, levelFalls };
}
