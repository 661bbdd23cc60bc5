import { basename } from "node:path";
import type { DatabaseServer } from "../../database/mysql/database-url.ts";
import { type FillOptions, fillMysql } from "../../database/snapshot/rows-in.ts";
import { rowsOfFile } from "../../database/snapshot/rows-of-file.ts";
import type { Stretching } from "../vault/index.ts";
import type { CheckReport, RestoreChecks } from "./checks.ts";
import { type Opened, openEncrypted } from "./encrypted-file.ts";
import { inspect } from "./inspection.ts";
import { databaseFile, placeInFolder } from "./placement.ts";
import { makeRestorePlace } from "./restore-place.ts";
import { inWorkFolder, removeWorkLeftovers } from "./work-folder.ts";

/** Steps after which a process may crash, leaving either no new data directory, or none in use, or a complete one. */
export type RestoreStep = "begun" | "placed" | "inspected" | "named";

export interface OpeningDeps {
  /** Path of the backup. */
  readonly path: string;
  /** Zeroed after use. */
  readonly passphrase: Uint8Array;
  readonly stretching: Stretching;
}

export interface RestoreDeps extends OpeningDeps {
  /** The new data directory, which must not exist or be empty. An existing one keeps its owner, who owns the data, too. */
  readonly directory: string;
  readonly checks: RestoreChecks;
  /** Records the restore in the database of a folder, before the data directory appears. */
  readonly record?: (dataDirectory: string) => Promise<void>;
  /** For tests: a throw cancels the operation after this step. */
  readonly afterStep?: (step: RestoreStep) => void;
}

/**
 * Restores a backup into a data directory, which has its data once they are complete and checked. Problems found do not
 * prevent that, since the backup may be the only one.
 *
 * @throws BackupError if the folder is not empty or the backup cannot be opened; nothing is left then
 */
export async function restore(deps: RestoreDeps): Promise<CheckReport> {
  try {
    return await restoreAside(deps);
  } finally {
    deps.passphrase.fill(0);
  }
}

export interface ServerRestoreDeps extends OpeningDeps {
  readonly server: DatabaseServer;
  /** Folder in which a private copy of the database is made, and removed. */
  readonly dataDirectory: string;
  readonly checks: RestoreChecks;
  /** Action under which the audit log of the database gets the restore; absent: it does not. */
  readonly action?: string | undefined;
  /** For tests. */
  readonly filling?: FillOptions;
}

/**
 * Restores a backup of either kind of database into an empty one on a server. All of it is placed in a folder and read
 * before anything is written, and checked there. Restored once more, a backup goes on where it was cut off. Problems
 * found do not prevent that.
 *
 * @throws BackupError if the backup cannot be opened, or is damaged anywhere; the database is as before then
 */
export async function restoreToServer(deps: ServerRestoreDeps): Promise<CheckReport> {
  const { path, passphrase, stretching, dataDirectory, server, checks, action, filling } = deps;
  try {
    await removeWorkLeftovers(dataDirectory);
    return await inWorkFolder(dataDirectory, async (folder) => {
      const { fileSalt, ...heads } = await withOpened(deps, async (opened) => {
        await placeInFolder(opened, folder);
        return opened.facts;
      });
      const id = Buffer.from(fileSalt).toString("hex");
      const act = action === undefined ? undefined : { action, subject: basename(path) };
      const rows = { id, act, content: rowsOfFile(databaseFile(folder)) };
      await fillMysql(server, rows, filling);
      return await inspect(folder, passphrase, stretching, checks, heads);
    });
  } finally {
    passphrase.fill(0);
  }
}

async function restoreAside(deps: RestoreDeps): Promise<CheckReport> {
  const { directory, passphrase, stretching, checks, afterStep = () => undefined } = deps;
  const place = await makeRestorePlace(directory);
  try {
    afterStep("begun");
    const heads = await withOpened(deps, async (opened) => {
      await placeInFolder(opened, place.folder);
      return opened.facts;
    });
    afterStep("placed");
    const report = await inspect(place.folder, passphrase, stretching, checks, heads);
    afterStep("inspected");
    await deps.record?.(place.folder);
    await place.publish(() => afterStep("named"));
    return report;
  } catch (error) {
    await place.discard();
    throw error;
  }
}

async function withOpened<Result>(
  { path, passphrase, stretching }: OpeningDeps,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const opened = await openEncrypted(path, Uint8Array.from(passphrase), stretching);
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}
