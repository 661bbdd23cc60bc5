import { createPublicKey, verify } from "node:crypto";
import type { SealedColumn } from "../../core/sealed-column.ts";
import { damageOf, rowCounts, sealedRows } from "../../database/sealed-rows.ts";
import type { Database } from "../../database/source.ts";
import { type KeyRing, unwrapDataKey, type Vault, VaultError, type VaultRecords } from "../vault/index.ts";
import type { LedgerHead } from "./header.ts";

/** A backup that was restored to look at it, with its vault open. */
export interface Restored {
  readonly database: Database;
  readonly records: VaultRecords;
  readonly keyRing: KeyRing;
  readonly vault: Vault;
  /** The last batch of the ledger when the backup was begun; absent in one without entries, and in older backups. */
  readonly head: LedgerHead | undefined;
}

/** What a check has seen, and what is wrong. Neither quotes a value. */
export interface Finding {
  readonly counts: readonly Count[];
  readonly problems: readonly string[];
}

export interface Count {
  readonly what: string;
  readonly number: number;
}

/** Looks at a part of what was restored. */
export type Check = (restored: Restored) => Promise<Finding>;

/** Opens and checks what was restored. Modules hand in their checks; the app composes them. */
export interface RestoreChecks {
  /** Opens the restored database in a folder. */
  open(dataDirectory: string): Promise<Database>;
  /** In this order. */
  readonly checks: readonly Check[];
}

/** Checks of the file, of all rows, and of everything that the vault has sealed. */
export function databaseChecks(sealedColumns: readonly SealedColumn[]): readonly Check[] {
  return [
    checkFile,
    countRows,
    openDataKeys,
    ...sealedColumns.map((column) => (restored: Restored) => openColumn(restored, column)),
    signWithKeys,
  ];
}

async function checkFile({ database }: Restored): Promise<Finding> {
  const damage = await damageOf(database);
  return { counts: [], problems: damage.map((line) => `the database: ${line}`) };
}

async function countRows({ database }: Restored): Promise<Finding> {
  const counts = await rowCounts(database);
  return { counts: [...counts].map(([table, number]) => ({ what: `rows of ${table}`, number })), problems: [] };
}

/** Also those that seal nothing yet. */
async function openDataKeys({ database, keyRing }: Restored): Promise<Finding> {
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
  return tally.finding();
}

async function openColumn({ database, vault }: Restored, sealedColumn: SealedColumn): Promise<Finding> {
  const { table, column, key } = sealedColumn;
  const tally = createTally(`${table}.${column}`);
  for await (const { by, sealed } of sealedRows(database, { table, column, by: key })) {
    const context = sealedColumn.context(Object.fromEntries(key.map((name, index) => [name, by[index] as string])));
    await tally.add(async () => (await vault.open(context, sealed)).fill(0));
  }
  return tally.finding();
}

/** A private key is good when what it signs is verified by the public key beside it. */
async function signWithKeys({ database, records, vault }: Restored): Promise<Finding> {
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
  return tally.finding();
}

const probe = Buffer.from("a drill of a backup");

/** What precedes the 32 bytes of an Ed25519 public key in its SubjectPublicKeyInfo (RFC 8410). */
const publicKeyPrefix = Buffer.from("302a300506032b6570032100", "hex");

function isSignedBy(publicKey: Uint8Array, signature: Uint8Array): boolean {
  const key = Buffer.concat([publicKeyPrefix, publicKey]);
  return verify(null, probe, createPublicKey({ key, format: "der", type: "spki" }), signature);
}

/** Counts what opens and what the vault refuses; any other error is of the check itself. */
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
    finding(): Finding {
      const problems = bad === 0 ? [] : [`${what}: ${bad} of ${good + bad} do not open`];
      return { counts: [{ what: `opened of ${what}`, number: good }], problems };
    },
  };
}
