import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tables } from "../../server/app/every-table.ts";
import type { Database } from "../../server/database/source.ts";
import { openSqliteDatabase, type SqliteDatabase } from "../../server/database/sqlite/database.ts";
import { openPassphraseRoot } from "../../server/modules/vault/passphrase-root.ts";
import type { VaultRecords } from "../../server/modules/vault/records.ts";
import type { RootKey } from "../../server/modules/vault/root-key.ts";
import { storedVaultRecords } from "../../server/modules/vault/store/vault.ts";
import { openVault, type Vault } from "../../server/modules/vault/vault.ts";

/** A vault in this process, configured as in the service, over SQLite in a temporary folder. */
export interface OwnVault {
  readonly database: Database;
  readonly records: VaultRecords;
  readonly root: RootKey;
  readonly vault: Vault;
  /** Closes the vault and removes the folder. */
  remove(): Promise<void>;
}

export async function openOwnVault(): Promise<OwnVault> {
  const { database, remove } = await openOwnDatabase();
  const records = storedVaultRecords(database);
  const root = await openPassphraseRoot(randomBytes(32), records);
  const vault = await openVault({ root, records, now: Date.now });
  return {
    database,
    records,
    root,
    vault,
    async remove() {
      await vault.close();
      await remove();
    },
  };
}

/** A SQLite database in a temporary folder. */
export interface OwnDatabase {
  readonly database: SqliteDatabase;
  /** Opens the database as a process does that starts; the former one must be closed. */
  reopen(): Promise<SqliteDatabase>;
  remove(): Promise<void>;
}

export async function openOwnDatabase(): Promise<OwnDatabase> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "platonic-bench-"));
  let database = await openSqliteDatabase(dataDirectory, tables);
  return {
    database,
    async reopen() {
      database = await openSqliteDatabase(dataDirectory, tables);
      return database;
    },
    async remove() {
      await database.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
