import { type FindOptionsWhere, MoreThan } from "typeorm";
import { placeholders } from "../../../database/dialect.ts";
import type { Database } from "../../../database/source.ts";
import type { DataKeyRecord, RewrappedKey, VaultRecords } from "../records.ts";
import { insertIfAbsent } from "./insert-if-absent.ts";
import { holdsActive } from "./key-encryption-keys.ts";
import { type VaultDataKeyRow, vaultDataKeyRows } from "./vault-data-key-row.ts";

type DataKeys = Pick<
  VaultRecords,
  "dataKey" | "addDataKey" | "dataKeysUnder" | "countDataKeysUnder" | "rewrapDataKeys"
>;

/** The data keys of a vault in a database. */
export function storedDataKeys(database: Database): DataKeys {
  const { manager } = database;
  return {
    async dataKey({ identity, purpose }, version) {
      const where: FindOptionsWhere<VaultDataKeyRow> = { identity, purpose, ...(version !== undefined && { version }) };
      return (await manager.findOne(vaultDataKeyRows, { where, order: { version: "DESC" } })) ?? undefined;
    },

    addDataKey(key) {
      return insertIfAbsent(database, async (writer) => {
        if (!(await holdsActive(writer, key.keyEncryptionKeyVersion))) return false;
        await writer.insert(vaultDataKeyRows, toDataKeyRow(key));
        return true;
      });
    },

    dataKeysUnder(keyEncryptionKeyVersion, afterId, limit) {
      return manager.find(vaultDataKeyRows, {
        where: { keyEncryptionKeyVersion, id: MoreThan(afterId) },
        order: { id: "ASC" },
        take: limit,
      });
    },

    countDataKeysUnder(keyEncryptionKeyVersion) {
      return manager.countBy(vaultDataKeyRows, { keyEncryptionKeyVersion });
    },

    rewrapDataKeys(keyEncryptionKeyVersion, keys) {
      return database.transact(async (writer) => {
        if (!(await holdsActive(writer, keyEncryptionKeyVersion))) return false;
        if (keys.length > 0) await writer.query(...rewrapStatement(keyEncryptionKeyVersion, keys));
        return true;
      });
    },
  };
}

/** Rewraps all keys in one statement, since one for each would take several times as long. */
function rewrapStatement(version: number, keys: readonly RewrappedKey[]): [string, unknown[]] {
  const sql = `UPDATE vault_data_keys
    SET wrapped_key = CASE id ${"WHEN ? THEN ? ".repeat(keys.length)}END, key_encryption_key_version = ?
    WHERE id IN ${placeholders(1, keys.length)} AND key_encryption_key_version < ?`;
  const wrapped = keys.flatMap(({ id, wrappedKey }) => [id, wrappedKey]);
  return [sql, [...wrapped, version, ...keys.map(({ id }) => id), version]];
}

function toDataKeyRow(key: DataKeyRecord): VaultDataKeyRow {
  const { id, identity, purpose, version, keyEncryptionKeyVersion, wrappedKey, createdAt } = key;
  return { id, identity, purpose, version, keyEncryptionKeyVersion, wrappedKey, createdAt };
}
