import { createPublicKey, verify } from "node:crypto";
import type { SealedColumn } from "../../core/sealed-column.ts";
import { damageOf, rowCounts, sealedRows } from "../../database/sealed-rows.ts";
import type { Database } from "../../database/source.ts";
import { type KeyRing, unwrapDataKey, type Vault, VaultError, type VaultRecords } from "../vault/index.ts";
import type { Heads } from "./header.ts";

/** A backup restored for checks, with its vault open. */
export interface Restored {
  readonly database: Database;
  readonly records: VaultRecords;
  readonly keyRing: KeyRing;
  readonly vault: Vault;
  /** The heads of the chains when the backup began; undefined for those that were empty, and in older backups. */
  readonly heads: Heads;
}

/** Result of a check: what it counted, and the problems it found. Neither quotes a value. */
export interface CheckReport {
  readonly counts: readonly Count[];
  readonly problems: readonly string[];
}

export interface Count {
  readonly what: string;
  readonly number: number;
}

/** Checks a part of a restored backup. */
export type Check = (restored: Restored) => Promise<CheckReport>;

/** The checks of a restored backup. Modules provide them; the app composes them. */
export interface RestoreChecks {
  /** Opens the restored database in a folder. */
  open(dataDirectory: string): Promise<Database>;
  /** Checks in the order in which they run. */
  readonly checks: readonly Check[];
}

/** Checks of the database file, of all rows, and of every value sealed by the vault. */
export function databaseChecks(sealedColumns: readonly SealedColumn[]): readonly Check[] {
  return [
    checkFile,
    countRows,
    openDataKeys,
    ...sealedColumns.map((column) => (restored: Restored) => openColumn(restored, column)),
    signWithKeys,
  ];
}

async function checkFile({ database }: Restored): Promise<CheckReport> {
  const damage = await damageOf(database);
  return { counts: [], problems: damage.map((line) => `the database: ${line}`) };
}

async function countRows({ database }: Restored): Promise<CheckReport> {
  const counts = await rowCounts(database);
  return { counts: [...counts].map(([table, number]) => ({ what: `rows of ${table}`, number })), problems: [] };
}

/** Unwraps all data keys, including those that have sealed nothing yet. */
async function openDataKeys({ database, keyRing }: Restored): Promise<CheckReport> {
  const [table, column] = ["vault_data_keys", "wrapped_key"];
  const tally = createTally(`${table}.${column}`);
  const by = ["id", "version", "identity", "purpose", "key_encryption_key_version"];
  for await (const { by: values, sealed } of sealedRows(database, { table, column, by })) {
    const [id = "", version, identity = "", purpose = "", wrappedBy] = values;
    await tally.add(async () => {
      const wrapping = keyRing.find(Number(wrappedBy));
      if (wrapping === undefined) throw new VaultError("refused");
      unwrapDataKey(wrapping, { id, version: Number(version), identity, purpose }, sealed).fill(0);
    });
  }
  return tally.report();
}

async function openColumn({ database, vault }: Restored, sealedColumn: SealedColumn): Promise<CheckReport> {
  const { table, column, key } = sealedColumn;
  const tally = createTally(`${table}.${column}`);
  for await (const { by, sealed } of sealedRows(database, { table, column, by: key })) {
    const context = sealedColumn.context(Object.fromEntries(key.map((name, index) => [name, by[index] as string])));
    await tally.add(async () => (await vault.open(context, sealed)).fill(0));
  }
  return tally.report();
}

/** Signs with each private key, and verifies with the stored public key. */
async function signWithKeys({ database, records, vault }: Restored): Promise<CheckReport> {
  const [table, column] = ["vault_signing_keys", "sealed_private_key"];
  const tally = createTally(`${table}.${column}`);
  for await (const { by } of sealedRows(database, { table, column, by: ["id"] })) {
    const [id = ""] = by;
    await tally.add(async () => {
      const signature = await vault.sign(id, probe);
      const publicKey = (await records.signingKey(id))?.publicKey ?? probe;
      if (!isSignedBy(publicKey, signature)) throw new VaultError("refused");
    });
  }
  return tally.report();
}

const probe = Buffer.from("a drill of a backup");

/** DER prefix of an Ed25519 public key in its SubjectPublicKeyInfo (RFC 8410). */
const publicKeyPrefix = Buffer.from("302a300506032b6570032100", "hex");

function isSignedBy(publicKey: Uint8Array, signature: Uint8Array): boolean {
  const key = Buffer.concat([publicKeyPrefix, publicKey]);
  return verify(null, probe, createPublicKey({ key, format: "der", type: "spki" }), signature);
}

/** Counts values that open and values that the vault refuses; rethrows any other error. */
function createTally(what: string) {
  let [good, bad] = [0, 0];
  return {
    async add(open: () => Promise<unknown>): Promise<void> {
      try {
        await open();
        good++;
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        bad++;
      }
    },
    report(): CheckReport {
      const problems = bad === 0 ? [] : [`${what}: ${bad} of ${good + bad} do not open`];
      return { counts: [{ what: `opened of ${what}`, number: good }], problems };
    },
  };
}
