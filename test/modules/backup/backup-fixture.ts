import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { restoreChecks } from "../../../server/app/restore-checks.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { snapshotOf } from "../../../server/database/snapshot/snapshot.ts";
import type { Database, DatabaseLocation } from "../../../server/database/source.ts";
import { auditHead } from "../../../server/modules/audit/domain/records.ts";
import { storedAuditRecords } from "../../../server/modules/audit/index.ts";
import {
  type BackupStep,
  type Backups,
  type BackupsDeps,
  openBackups,
} from "../../../server/modules/backup/backups.ts";
import type { CheckReport } from "../../../server/modules/backup/checks.ts";
import { newBackupRoot } from "../../../server/modules/backup/keys.ts";
import {
  type RestoreDeps,
  restoreToServer as restoreToServerWith,
  restore as restoreWith,
  type ServerRestoreDeps,
} from "../../../server/modules/backup/restore.ts";
import { type RestoreTestDeps, restoreTest as restoreTestBy } from "../../../server/modules/backup/restore-test.ts";
import { sealPrivate, sealRotationSecret } from "../../../server/modules/identity/operations/private-data.ts";
import { storedIdentities } from "../../../server/modules/identity/store/identities.ts";
import { ledgerHead } from "../../../server/modules/ledger/store/head.ts";
import { openPassphraseRoot, type Stretching } from "../../../server/modules/vault/passphrase-root.ts";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { openVault, type Vault } from "../../../server/modules/vault/vault.ts";
import { newIdentity } from "../../support/identity/samples.ts";
import { passphrase, quickStretching } from "../../support/vault/constants.ts";
import { storedKey } from "../../support/vault/stored-key.ts";

/** A copy of the passphrase, which the callee may zero. */
export function passphraseBytes(text: string = passphrase): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

/** Restores as the service's own program does. */
export function restore(deps: Omit<RestoreDeps, "checks">): Promise<CheckReport> {
  return restoreWith({ ...deps, checks: restoreChecks });
}

/** Restores into a database on a server as the service's own program does. */
export function restoreToServer(
  deps: Omit<ServerRestoreDeps, "checks" | "dataDirectory" | "server">,
  { dataDirectory, databaseServer }: DatabaseLocation,
): Promise<CheckReport> {
  if (databaseServer === undefined) throw new Error("the place is no database on a server");
  return restoreToServerWith({ ...deps, dataDirectory, server: databaseServer, checks: restoreChecks });
}

/** Runs a restore test on a thread of its own, as the service does. */
export function restoreTest(deps: Omit<RestoreTestDeps, "program">, signal: AbortSignal): Promise<CheckReport> {
  const program = new URL("../../../server/app/restore-test-worker.ts", import.meta.url);
  return restoreTestBy({ ...deps, program }, signal);
}

/** An open database with its vault and its backups, as the service composes them. */
export interface BackupFixture {
  readonly location: DatabaseLocation;
  readonly directory: string;
  readonly database: Database;
  readonly vault: Vault;
  readonly backups: Backups;
  /** Logged lines, with `error` or `info` before each. */
  readonly logged: string[];
  /** Stores an identity with sealed data and keys, and returns its id. */
  addIdentity(email?: string): Promise<string>;
  close(): Promise<void>;
}

export interface BackupFixtureMembers extends Partial<Omit<BackupsDeps, "restoreTest" | "afterStep">> {
  readonly stretching?: Stretching;
  readonly passphrase?: string;
  readonly afterStep?: (step: BackupStep) => void;
  readonly restoreTest?: (task: { path: string; folder: string }, signal: AbortSignal) => Promise<CheckReport>;
}

export async function openBackupFixture(
  location: DatabaseLocation,
  members: BackupFixtureMembers = {},
): Promise<BackupFixture> {
  const { dataDirectory } = location;
  const { stretching = quickStretching, passphrase: words } = members;
  const directory = members.directory ?? join(dataDirectory, "backups");
  const database = await openServiceDatabase(location);
  const records = storedVaultRecords(database);
  const root = await openPassphraseRoot(passphraseBytes(words), records, stretching);
  const vault = await openVault({ root, records, now: Date.now });
  const identities = storedIdentities(database);
  const logged: string[] = [];
  const log =
    (level: string) =>
    (facts: object, message: string): void =>
      void logged.push(`${level} ${message} ${JSON.stringify(facts)}`);
  const backups = await openBackups({
    directory,
    dataDirectory,
    retention: 14,
    snapshot: snapshotOf(database, dataDirectory),
    root: newBackupRoot(passphraseBytes(words), stretching),
    chainHeads: async () => ({
      head: await ledgerHead(database),
      auditHead: await auditHead(storedAuditRecords(database)),
    }),
    restoreTest: (task, signal) =>
      restoreTest({ ...task, readPassphrase: () => passphraseBytes(words), stretching }, signal),
    serviceVersion: "0.0.0",
    now: Date.now,
    log: { info: log("info"), error: log("error") },
    ...members,
  });
  return {
    location,
    directory,
    database,
    vault,
    backups,
    logged,
    async addIdentity(email = `${randomBytes(6).toString("hex")}@example.org`) {
      const { identity, key, rotationKey } = newIdentity();
      const { id } = identity;
      const { keyId, publicKey } = await storedKey(vault, { identity: id, purpose: "signing" });
      const sealedPrivate = await sealPrivate(vault, id, { email, profile: {} });
      const sealedSecret = await sealRotationSecret(vault, id, 1, randomBytes(32));
      await identities.create(
        { ...identity, sealedPrivate },
        { ...key, publicKey, vaultKeyId: keyId },
        { ...rotationKey, sealedSecret },
      );
      return id;
    },
    async close() {
      await backups.close();
      await vault.close();
      await database.close();
    },
  };
}
