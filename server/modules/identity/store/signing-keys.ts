import { type EntityManager, IsNull } from "typeorm";
import { revokeSessions } from "../../../access/store/session-changes.ts";
import { createBatchLoader } from "../../../core/batching/batch-loader.ts";
import { dialectOf } from "../../../database/dialects.ts";
import type { Database } from "../../../database/source.ts";
import type { Identities, SigningKey } from "../domain/identities.ts";
import { type SigningKeyRow, signingKeyRows } from "./identity-row.ts";

type SigningKeys = Pick<Identities, "signingKeys" | "publicKey" | "addSigningKey" | "revokeSigningKey">;

/** The signing keys of a database's identities. */
export function storedSigningKeys(database: Database): SigningKeys {
  const { manager } = database;
  const publicKey = createBatchLoader<KeyName, Uint8Array | undefined>((names) => publicKeysOf(manager, names));
  return {
    async signingKeys(identityId) {
      const rows = await manager.find(signingKeyRows, {
        where: { identityId },
        order: { createdAt: "DESC", id: "DESC" },
      });
      return rows.map(toKey);
    },

    publicKey: (identityId, id) => publicKey({ identityId, id }),

    addSigningKey(key, activeMax = Number.POSITIVE_INFINITY, alongside) {
      const { identityId } = key;
      return database.transact(async (writer) => {
        if ((await writer.countBy(signingKeyRows, { identityId, revokedAt: IsNull() })) >= activeMax) return false;
        await writer.insert(signingKeyRows, toKeyRow(key));
        await alongside?.(writer);
        return true;
      });
    },

    async revokeSigningKey(identityId, id, at, destroy, { keepsOne = false, alongside } = {}) {
      const row = await database.transact(async (writer) => {
        if (keepsOne && (await isLast(writer, identityId, id))) return "last";
        await writer.update(signingKeyRows, { id, identityId, revokedAt: IsNull() }, { revokedAt: at });
        await revokeSessions(writer, identityId, { keyId: id }, at);
        const revoked = await writer.findOneBy(signingKeyRows, { id, identityId });
        if (typeof revoked?.vaultKeyId === "string") await destroy(revoked.vaultKeyId, writer);
        if (revoked !== null) await alongside?.(writer);
        return revoked;
      });
      if (row === "last") return row;
      return row === null ? undefined : toKey(row);
    },
  };
}

/** Whether a key is the only unrevoked one of its identity. The others are locked, so that none is revoked meanwhile. */
async function isLast(writer: EntityManager, identityId: string, id: string): Promise<boolean> {
  const valid: { id: string }[] = await writer.query(
    `SELECT id FROM signing_keys WHERE identity_id = ? AND revoked_at IS NULL ORDER BY id ${dialectOf(writer).changeLock}`,
    [identityId],
  );
  return valid.length === 1 && valid[0]?.id === id;
}

/** A signing key and its expected owner. */
export interface KeyName {
  readonly identityId: string;
  readonly id: string;
}

interface KeyRow {
  readonly id: string;
  readonly identity_id: string;
  /** In hexadecimal digits: drivers transfer text faster than bytes. */
  readonly public_key: string;
}

/**
 * Reads public keys in one statement; undefined for a key that is revoked, unknown, or of another owner.
 */
async function publicKeysOf(manager: EntityManager, names: readonly KeyName[]): Promise<(Uint8Array | undefined)[]> {
  const ids = [...new Set(names.map(({ id }) => id))];
  const listed = dialectOf(manager).list(ids);
  const rows: KeyRow[] = await manager.query(
    `SELECT id, identity_id, HEX(public_key) AS public_key FROM signing_keys WHERE revoked_at IS NULL AND id IN ${listed.sql}`,
    [...listed.values],
  );
  // Compared again, because a database may treat different texts as equal.
  const keys = new Map(rows.map((row) => [row.id, row]));
  return names.map(({ identityId, id }) => {
    const row = keys.get(id);
    return row?.identity_id === identityId ? Buffer.from(row.public_key, "hex") : undefined;
  });
}

export function toKeyRow(key: SigningKey): SigningKeyRow {
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
