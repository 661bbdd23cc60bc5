import { join } from "node:path";
import type { Logger } from "pino";
import { BackupService } from "../../../gen/es/admin/v1/backup_pb.js";
import manifest from "../../../package.json" with { type: "json" };
import { snapshotOf } from "../../database/snapshot/snapshot.ts";
import type { Database } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import { developmentPassphrasePath, readPassphrase, type Stretching, stretchingInUse } from "../vault/index.ts";
import { openBackups } from "./backups.ts";
import type { BackupSettings } from "./config.ts";
import type { LedgerHead } from "./header.ts";
import { newBackupRoot } from "./keys.ts";
import { backupOperations } from "./operations.ts";
import { restoreTest } from "./restore-test.ts";
import { scheduleBackups } from "./schedule.ts";

export interface BackupModuleDeps {
  readonly database: Database;
  readonly dataDirectory: string;
  /** Undefined: the passphrase for development, which the vault has made in the data directory. */
  readonly passphraseFile: string | undefined;
  /** The last batch of the ledger. */
  readonly head: () => Promise<LedgerHead | undefined>;
  /** The program of threads that do restore tests. */
  readonly restoreTestProgram: URL;
  readonly settings: BackupSettings;
  /** For tests, which start many servers. */
  readonly stretching: Stretching | undefined;
  readonly log: Logger;
}

export interface BackupModule {
  readonly tables: readonly ServiceTable[];
  /** Batches that the ledger had when backups were made. */
  knownBatches(): Promise<readonly (LedgerHead & { readonly witness: string })[]>;
}

/** Opens the backups of the database, and makes one every day. The vault must be open, so that its passphrase exists. */
export async function openBackupModule(deps: BackupModuleDeps, resources: AsyncDisposableStack): Promise<BackupModule> {
  const { database, dataDirectory, settings, log, stretching = stretchingInUse } = deps;
  const passphraseFile = deps.passphraseFile ?? developmentPassphrasePath(dataDirectory);
  const backups = resources.adopt(
    await openBackups({
      directory: settings.directory ?? join(dataDirectory, "backups"),
      dataDirectory,
      retention: settings.retention,
      snapshot: snapshotOf(database, dataDirectory),
      head: deps.head,
      root: newBackupRoot(readPassphrase(passphraseFile), stretching),
      // Read anew: a restore test is to find out whether the file was lost or changed since the start.
      restoreTest: (place, signal) =>
        restoreTest(
          {
            ...place,
            program: deps.restoreTestProgram,
            readPassphrase: () => readPassphrase(passphraseFile),
            stretching,
          },
          signal,
        ),
      serviceVersion: manifest.version,
      now: Date.now,
      log,
    }),
    (opened) => opened.close(),
  );
  if (settings.areAutomatic) resources.defer(scheduleBackups(backups, log));
  return {
    tables: [{ service: BackupService, operations: backupOperations(backups) }],
    async knownBatches() {
      return [...(await backups.heads())].map(([name, head]) => ({ ...head, witness: `the backup ${name}` }));
    },
  };
}
