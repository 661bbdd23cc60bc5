import { type EntityManager, type FindOptionsWhere, IsNull, MoreThan, Not } from "typeorm";
import { placeholders } from "../../../database/dialect.ts";
import { dialectOf } from "../../../database/dialects.ts";
import type { Database } from "../../../database/source.ts";
import type {
  DataKeyRecord,
  KeyEncryptionKeyRecord,
  RewrappedKey,
  SigningKeyRecord,
  VaultRecords,
} from "../records.ts";
import { type VaultDataKeyRow, vaultDataKeyRows } from "./vault-data-key-row.ts";
import { type VaultKeyEncryptionKeyRow, vaultKeyEncryptionKeyRows } from "./vault-key-encryption-key-row.ts";
import { vaultRootRows } from "./vault-root-row.ts";
import { type VaultSigningKeyRow, vaultSigningKeyRows } from "./vault-signing-key-row.ts";

/** The only row of its table. */
const rootId = 1;

/** The records of the vault in a database. */
export function storedVaultRecords(database: Database): VaultRecords {
  const { manager } = database;
  return {
    async root() {
      const row = await manager.findOneBy(vaultRootRows, { id: rootId });
      if (row === null) return undefined;
      return {
        salt: row.salt ?? undefined,
        iterations: row.iterations === null ? undefined : Number(row.iterations),
        check: row.checkValue ?? undefined,
      };
    },

    addRoot({ salt = null, iterations = null, check = null }) {
      const row = { id: rootId, salt, iterations, checkValue: check };
      return unlessTaken(database, (writer) => writer.insert(vaultRootRows, row));
    },

    keepRootCheck(check) {
      return unlessTaken(database, async (writer) => {
        if (!(await writer.existsBy(vaultRootRows, { id: rootId }))) {
          await writer.insert(vaultRootRows, { id: rootId, salt: null, iterations: null, checkValue: check });
          return;
        }
        const where = { id: rootId, checkValue: IsNull() };
        const { affected } = await writer.update(vaultRootRows, where, { checkValue: check });
        return affected === 1;
      });
    },

    async keyEncryptionKeys() {
      const rows = await manager.find(vaultKeyEncryptionKeyRows, { order: { version: "ASC" } });
      return rows.map(toKeyEncryptionKey);
    },

    replaceActiveKey(previousVersion, next) {
      return unlessTaken(database, async (writer) => {
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
        // As it is not active any more, no data key can come under it after this.
        if (await writer.existsBy(vaultDataKeyRows, { keyEncryptionKeyVersion: version })) return false;
        const erased = { state: "destroyed" as const, wrappedKey: null, destroyedAt: at };
        return (await writer.update(vaultKeyEncryptionKeyRows, where, erased)).affected === 1;
      });
    },

    async dataKey({ identity, purpose }, version) {
      const where: FindOptionsWhere<VaultDataKeyRow> = { identity, purpose, ...(version !== undefined && { version }) };
      return (await manager.findOne(vaultDataKeyRows, { where, order: { version: "DESC" } })) ?? undefined;
    },

    addDataKey(key) {
      return unlessTaken(database, async (writer) => {
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

    async signingKey(id) {
      const row = await manager.findOneBy(vaultSigningKeyRows, { id });
      return row === null ? undefined : toSigningKey(row);
    },

    async addSigningKey(key) {
      await database.transact((writer) => writer.insert(vaultSigningKeyRows, toSigningKeyRow(key)));
    },

    destroySigningKey(id, at) {
      return database.transact(async (writer) => {
        const where = { id, sealedPrivateKey: Not(IsNull()) };
        const erased = { sealedPrivateKey: null, destroyedAt: at };
        return (await writer.update(vaultSigningKeyRows, where, erased)).affected === 1;
      });
    },
  };
}

/** One transaction; false when the work says so, or when what it would store is there already. */
async function unlessTaken(database: Database, work: (writer: EntityManager) => Promise<unknown>): Promise<boolean> {
  try {
    return (await database.transact(work)) !== false;
  } catch (error) {
    if (database.dialect.isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Whether this version is active, and, until the transaction ends, stays it. */
async function holdsActive(writer: EntityManager, version: number): Promise<boolean> {
  const { shareLock } = dialectOf(writer);
  const sql = `SELECT version FROM vault_key_encryption_keys WHERE version = ? AND state = 'active' ${shareLock}`;
  return ((await writer.query(sql, [version])) as unknown[]).length > 0;
}

/** One statement for all of them: a statement for each would take several times as long. */
function rewrapStatement(version: number, keys: readonly RewrappedKey[]): [string, unknown[]] {
  const sql = `UPDATE vault_data_keys
    SET wrapped_key = CASE id ${"WHEN ? THEN ? ".repeat(keys.length)}END, key_encryption_key_version = ?
    WHERE id IN ${placeholders(1, keys.length)} AND key_encryption_key_version < ?`;
  const wrapped = keys.flatMap(({ id, wrappedKey }) => [id, wrappedKey]);
  return [sql, [...wrapped, version, ...keys.map(({ id }) => id), version]];
}

function toKeyEncryptionKey(row: VaultKeyEncryptionKeyRow): KeyEncryptionKeyRecord {
  return { ...row, wrappedKey: row.wrappedKey ?? undefined, destroyedAt: row.destroyedAt ?? undefined };
}

function toKeyEncryptionKeyRow(key: KeyEncryptionKeyRecord): VaultKeyEncryptionKeyRow {
  const { version, state, wrappedKey = null, createdAt, destroyedAt = null } = key;
  return { version, state, wrappedKey, createdAt, destroyedAt };
}

function toDataKeyRow(key: DataKeyRecord): VaultDataKeyRow {
  const { id, identity, purpose, version, keyEncryptionKeyVersion, wrappedKey, createdAt } = key;
  return { id, identity, purpose, version, keyEncryptionKeyVersion, wrappedKey, createdAt };
}

function toSigningKey(row: VaultSigningKeyRow): SigningKeyRecord {
  return { ...row, sealedPrivateKey: row.sealedPrivateKey ?? undefined, destroyedAt: row.destroyedAt ?? undefined };
}

function toSigningKeyRow(key: SigningKeyRecord): VaultSigningKeyRow {
  const { id, identity, purpose, publicKey, sealedPrivateKey = null, createdAt, destroyedAt = null } = key;
  return { id, identity, purpose, publicKey, sealedPrivateKey, createdAt, destroyedAt };
}
