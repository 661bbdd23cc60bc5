import type { Logger } from "pino";
import { BackupService } from "../../../gen/es/admin/v1/backup_pb.js";
import manifest from "../../../package.json" with { type: "json" };
import type { Config } from "../../app/config.ts";
import { snapshotOf } from "../../database/snapshot/snapshot.ts";
import type { Store } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { KnownBatch } from "../ledger/domain/replay/audit.ts";
import { developmentPassphrasePath, readPassphrase } from "../vault/passphrase-file.ts";
import { type Stretching, stretchingInUse } from "../vault/passphrase-root.ts";
import { openBackups } from "./backups.ts";
import { newBackupRoot } from "./keys.ts";
import { backupOperations } from "./operations.ts";
import { drill } from "./restore-test.ts";
import { scheduleBackups } from "./schedule.ts";

export interface BackupHouse {
  readonly tables: readonly ServiceTable[];
  /** Batches that the ledger had when backups were made. */
  knownBatches(): Promise<readonly KnownBatch[]>;
  close(): Promise<void>;
}

export interface BackupHouseParts {
  readonly store: Store;
  readonly config: Config;
  readonly log: Logger;
  /** For tests, which start many servers. */
  readonly stretching?: Stretching | undefined;
}

/** Composes the backups of the database. The vault has been opened, so its passphrase is there. */
export async function composeBackup(parts: BackupHouseParts): Promise<BackupHouse> {
  const { store, config, log, stretching = stretchingInUse } = parts;
  const { dataDirectory, backups: settings } = config;
  const passphraseFile = config.vaultPassphraseFile ?? developmentPassphrasePath(dataDirectory);
  const backups = await openBackups({
    directory: settings.directory,
    dataDirectory,
    retention: settings.retention,
    snapshot: snapshotOf(store, dataDirectory),
    root: newBackupRoot(readPassphrase(passphraseFile), stretching),
    // Read anew: a file that has been lost or changed since the start is what a drill is to find out.
    drill: (task, signal) =>
      drill({ ...task, readPassphrase: () => readPassphrase(passphraseFile), stretching }, signal),
    serviceVersion: manifest.version,
    now: Date.now,
    log,
  });
  const endSchedule = settings.areAutomatic ? scheduleBackups(backups, log) : () => undefined;
  return {
    tables: [{ service: BackupService, operations: backupOperations(backups) }],
    async knownBatches() {
      return [...(await backups.heads())].map(([name, head]) => ({ ...head, witness: `the backup ${name}` }));
    },
    async close() {
      endSchedule();
      await backups.close();
    },
  };
}
