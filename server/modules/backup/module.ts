import { join } from "node:path";
import type { Logger } from "pino";
import { BackupService } from "#contract/admin/v1/backup_pb.js";
import type { Metrics } from "../../core/metrics/metrics.ts";
import { serviceVersion } from "../../core/service-version.ts";
import { snapshotOf } from "../../database/snapshot/snapshot.ts";
import type { Database } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import { developmentPassphrasePath, readPassphrase, type Stretching, stretchingInUse } from "../vault/index.ts";
import { openBackups } from "./backups.ts";
import type { BackupSettings } from "./config.ts";
import type { ChainHead, Heads } from "./header.ts";
import { openHook } from "./hook.ts";
import { newBackupRoot } from "./keys.ts";
import { offerBackups, offerHook } from "./metrics.ts";
import { backupOperations } from "./operations.ts";
import { restoreTest } from "./restore-test.ts";
import { scheduleBackups } from "./schedule.ts";

export interface BackupModuleDeps {
  readonly database: Database;
  readonly dataDirectory: string;
  /** Undefined: the development passphrase, which the vault has created in the data directory. */
  readonly passphraseFile: string | undefined;
  /** Returns the heads of the chains. */
  readonly chainHeads: () => Promise<Heads>;
  /** Program of the threads that run restore tests. */
  readonly restoreTestProgram: URL;
  readonly settings: BackupSettings;
  /** Environment of the program that is run after each good backup. */
  readonly hookEnvironment: NodeJS.ProcessEnv;
  /** For tests, which start many servers. */
  readonly stretching: Stretching | undefined;
  readonly metrics: Metrics;
  /** Does the work of the schedule, and records it. */
  readonly recorded: (work: () => Promise<void>) => Promise<void>;
  readonly log: Logger;
}

/** The head of a chain at a backup, which is its witness. */
export interface KnownHead extends ChainHead {
  readonly witness: string;
}

export interface BackupModule {
  readonly tables: readonly ServiceTable[];
  /** Returns the last batch of the ledger at each backup. */
  knownBatches(): Promise<readonly KnownHead[]>;
  /** Returns the last record of the audit log at each backup. */
  knownRecords(): Promise<readonly KnownHead[]>;
}

/** Opens the backups of the database, and makes one every day. The vault must be open, so that its passphrase exists. */
export async function openBackupModule(deps: BackupModuleDeps, resources: AsyncDisposableStack): Promise<BackupModule> {
  const { database, dataDirectory, settings, log, stretching = stretchingInUse } = deps;
  const passphraseFile = deps.passphraseFile ?? developmentPassphrasePath(dataDirectory);
  const directory = settings.directory ?? join(dataDirectory, "backups");
  const hook =
    settings.hook &&
    resources.adopt(
      openHook({ ...settings.hook, directory, environment: deps.hookEnvironment, now: Date.now, log }),
      (opened) => opened.close(),
    );
  const backups = resources.adopt(
    await openBackups({
      directory,
      dataDirectory,
      retention: settings.retention,
      snapshot: snapshotOf(database, dataDirectory),
      chainHeads: deps.chainHeads,
      root: newBackupRoot(readPassphrase(passphraseFile), stretching),
      // Read again, so that a restore test detects a passphrase file that is missing or changed.
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
      onGood: hook && ((backup) => void hook.run(backup)),
      recorded: deps.recorded,
      serviceVersion,
      now: Date.now,
      log,
    }),
    (opened) => opened.close(),
  );
  offerBackups(deps.metrics, backups);
  if (hook !== undefined) offerHook(deps.metrics, hook);
  if (settings.areAutomatic) resources.defer(scheduleBackups(backups, log));
  return {
    tables: [{ service: BackupService, operations: backupOperations(backups) }],
    knownBatches: async () => knownHeads(await backups.heads(), "head"),
    knownRecords: async () => knownHeads(await backups.heads(), "auditHead"),
  };
}

function knownHeads(heads: ReadonlyMap<string, Heads>, chain: keyof Heads): KnownHead[] {
  return [...heads].flatMap(([name, { [chain]: head }]) =>
    head === undefined ? [] : [{ ...head, witness: `the backup ${name}` }],
  );
}
