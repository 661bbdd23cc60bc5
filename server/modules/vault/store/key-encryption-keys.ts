import type { EntityManager } from "typeorm";
import { dialectOf } from "../../../database/dialects.ts";
import type { Database } from "../../../database/source.ts";
import type { KeyEncryptionKeyRecord, VaultRecords } from "../records.ts";
import { insertIfAbsent } from "./insert-if-absent.ts";
import { holdsRootCheck } from "./root-check.ts";
import { vaultDataKeyRows } from "./vault-data-key-row.ts";
import { type VaultKeyEncryptionKeyRow, vaultKeyEncryptionKeyRows } from "./vault-key-encryption-key-row.ts";

type KeyEncryptionKeys = Pick<VaultRecords, "keyEncryptionKeys" | "replaceActiveKey" | "destroyKeyEncryptionKey">;

/** The key-encryption keys of a vault in a database. */
export function storedKeyEncryptionKeys(database: Database): KeyEncryptionKeys {
  const { manager } = database;
  return {
    async keyEncryptionKeys() {
      const rows = await manager.find(vaultKeyEncryptionKeyRows, { order: { version: "ASC" } });
      return rows.map(toKeyEncryptionKey);
    },

    replaceActiveKey(previousVersion, next, rootCheck) {
      return insertIfAbsent(database, async (writer) => {
        if (!(await holdsRootCheck(writer, rootCheck))) return false;
        if (previousVersion !== undefined) {
          const where = { version: previousVersion, state: "active" as const };
          const { affected } = await writer.update(vaultKeyEncryptionKeyRows, where, { state: "decrypt-only" });
          if (affected !== 1) return false;
        }
        await writer.insert(vaultKeyEncryptionKeyRows, toKeyEncryptionKeyRow(next));
        return true;
      });
    },

    destroyKeyEncryptionKey(version, at) {
      return database.transact(async (writer) => {
        const where = { version, state: "decrypt-only" as const };
        if (!(await writer.existsBy(vaultKeyEncryptionKeyRows, where))) return false;
        // As it is no longer active, no data key can be added under it after this.
        if (await writer.existsBy(vaultDataKeyRows, { keyEncryptionKeyVersion: version })) return false;
        const erased = { state: "destroyed" as const, wrappedKey: null, destroyedAt: at };
        return (await writer.update(vaultKeyEncryptionKeyRows, where, erased)).affected === 1;
      });
    },
  };
}

/** Whether a version is active. Locks its row, so that it stays active until the transaction ends. */
export async function holdsActive(writer: EntityManager, version: number): Promise<boolean> {
  const { shareLock } = dialectOf(writer);
  const sql = `SELECT version FROM vault_key_encryption_keys WHERE version = ? AND state = 'active' ${shareLock}`;
  return ((await writer.query(sql, [version])) as unknown[]).length > 0;
}

export function toKeyEncryptionKey(row: VaultKeyEncryptionKeyRow): KeyEncryptionKeyRecord {
  return { ...row, wrappedKey: row.wrappedKey ?? undefined, destroyedAt: row.destroyedAt ?? undefined };
}

function toKeyEncryptionKeyRow(key: KeyEncryptionKeyRecord): VaultKeyEncryptionKeyRow {
  const { version, state, wrappedKey = null, createdAt, destroyedAt = null } = key;
  return { version, state, wrappedKey, createdAt, destroyedAt };
}
