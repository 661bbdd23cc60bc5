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
import type { Finding, RestoreChecks } from "./checks.ts";
import type { LedgerHead } from "./header.ts";

/**
 * Opens the database in a folder, and its vault with the passphrase, as a start of the service would, and looks at all of
 * it. The passphrase is zeroed.
 *
 * @param head the last batch of the ledger when the backup was begun, if that is known
 */
export async function inspect(
  dataDirectory: string,
  passphrase: Uint8Array,
  stretching: Stretching,
  { open, checks }: RestoreChecks,
  head?: LedgerHead,
): Promise<Finding> {
  try {
    const database = await open(dataDirectory);
    try {
      return await inspectDatabase(database, passphrase, stretching, checks, head);
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

/** What is wrong with the backup. Absent: the error is of this machine, and tells nothing of the backup. */
export function problemOf(error: unknown): string | undefined {
  if (error instanceof BackupError || error instanceof VaultError) return error.message;
  return isFileDamaged(error) ? `the database cannot be read: ${errorCodeOf(error)}` : undefined;
}

async function inspectDatabase(
  database: Database,
  passphrase: Uint8Array,
  stretching: Stretching,
  checks: RestoreChecks["checks"],
  head: LedgerHead | undefined,
): Promise<Finding> {
  const records = storedVaultRecords(database);
  // Or opening it would make a new vault, which opens, and has lost everything.
  if ((await records.root())?.check === undefined) throw new BackupError("no-vault");
  const root = await openPassphraseRoot(passphrase, records, stretching);
  await checkRoot(root, records);
  const keyRing = await openKeyRing(root, records, Date.now);
  const vault = await openVault({ root, records: withoutRotation(records), now: Date.now });
  try {
    const findings: Finding[] = [];
    for (const check of checks) findings.push(await check({ database, records, keyRing, vault, head }));
    return {
      counts: findings.flatMap(({ counts }) => counts),
      problems: findings.flatMap(({ problems }) => problems),
    };
  } finally {
    keyRing.clear();
    await vault.close();
  }
}

/** A rotation that was under way when the backup was made would else go on, under the hands of the checks. */
function withoutRotation(records: VaultRecords): VaultRecords {
  const refuse = () => Promise.reject(new Error("what is only looked at is not rotated"));
  return { ...records, rewrapDataKeys: refuse, destroyKeyEncryptionKey: refuse };
}
