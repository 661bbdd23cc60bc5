import { errorCodeOf } from "../../database/driver-error.ts";
import type { Database } from "../../database/source.ts";
import { isFileDamaged } from "../../database/sqlite/dialect.ts";
import {
  checkRoot,
  openKeyRing,
  openPassphraseRoot,
  openVault,
  type Stretching,
  storedVaultRecords,
  VaultError,
  type VaultRecords,
} from "../vault/index.ts";
import { BackupError } from "./backup-error.ts";
import type { CheckReport, RestoreChecks } from "./checks.ts";
import type { Heads } from "./header.ts";

/**
 * Opens the database in a folder, and its vault with the passphrase, as the service does at its start, and checks all
 * of it. Zeroes the passphrase.
 *
 * @param heads the heads of the chains when the backup began, as far as they are known
 */
export async function inspect(
  dataDirectory: string,
  passphrase: Uint8Array,
  stretching: Stretching,
  { open, checks }: RestoreChecks,
  heads: Heads = {},
): Promise<CheckReport> {
  try {
    const database = await open(dataDirectory);
    try {
      return await inspectDatabase(database, passphrase, stretching, checks, heads);
    } finally {
      await database.close();
    }
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return { counts: [], problems: [problem] };
  } finally {
    passphrase.fill(0);
  }
}

/** Returns the problem of a backup shown by an error; undefined for an error of this machine. */
export function problemOf(error: unknown): string | undefined {
  if (error instanceof BackupError || error instanceof VaultError) return error.message;
  return isFileDamaged(error) ? `the database cannot be read: ${errorCodeOf(error)}` : undefined;
}

async function inspectDatabase(
  database: Database,
  passphrase: Uint8Array,
  stretching: Stretching,
  checks: RestoreChecks["checks"],
  heads: Heads,
): Promise<CheckReport> {
  const records = storedVaultRecords(database);
  // Otherwise opening the vault would create a new, empty one.
  if ((await records.root())?.check === undefined) throw new BackupError("no-vault");
  const root = await openPassphraseRoot(passphrase, records, stretching);
  const keyRing = await openKeyRing(await checkRoot(root, records), records, Date.now);
  const vault = await openVault({ root, records: withoutRotation(records), now: Date.now });
  try {
    const reports: CheckReport[] = [];
    for (const check of checks) reports.push(await check({ database, records, keyRing, vault, heads }));
    return {
      counts: reports.flatMap(({ counts }) => counts),
      problems: reports.flatMap(({ problems }) => problems),
    };
  } finally {
    keyRing.clear();
    await vault.close();
  }
}

/** Prevents a rotation that was in progress when the backup was made from continuing during the checks. */
function withoutRotation(records: VaultRecords): VaultRecords {
  const refuse = () => Promise.reject(new Error("a backup under inspection does not rotate its keys"));
  return { ...records, rewrapDataKeys: refuse, destroyKeyEncryptionKey: refuse };
}
