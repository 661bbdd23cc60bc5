import { open, statfs } from "node:fs/promises";
import { devNull } from "node:os";
import { limits } from "../core/limits.ts";
import type { DatabaseWatch } from "./database-watch.ts";

/** Says why calls are not accepted, as the beginning of a sentence; undefined if they are. */
export type Readiness = () => Promise<string | undefined>;

export interface ReadinessDeps {
  readonly watch: Pick<DatabaseWatch, "hasStoredWithin" | "note">;
  /** Reads from the database. */
  readonly read: () => Promise<unknown>;
  /** Changes a row of the database durably. */
  readonly write: () => Promise<unknown>;
  /** Whether the vault still has the passphrase with which this process opened it. */
  readonly hasSamePassphrase: () => Promise<boolean>;
  /** Folder of the SQLite database, whose disk is checked; undefined: the database is on a server. */
  readonly folder: string | undefined;
}

/**
 * Creates a readiness check that never hangs; a stalled database is not ready. Ready means that a write works (the
 * database has stored one within a second, or stores one now), that files can be opened, and that the vault still has
 * the passphrase of this process. Concurrent checks share one run, so that probes do not take the connections of calls.
 */
export function createReadiness(deps: ReadinessDeps): Readiness {
  let looking: Promise<string | undefined> | undefined;

  function look(): Promise<string | undefined> {
    const answered = problemOf(deps).finally(() => {
      looking = undefined;
    });
    return answered;
  }

  return async () => {
    looking ??= look();
    const { promise: late, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(resolve, limits.readinessMs, "the database does not answer");
    try {
      return await Promise.race([looking, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function problemOf({
  watch,
  read,
  write,
  hasSamePassphrase,
  folder,
}: ReadinessDeps): Promise<string | undefined> {
  try {
    await openFile();
    if (folder !== undefined && (await freeBytes(folder)) < limits.databaseDiskFreeMin)
      return "the disk of the database is full";
    await (watch.hasStoredWithin(limits.writeProbeMs) ? read() : write());
    if (!(await hasSamePassphrase()))
      return "the passphrase of the vault was changed; restart this process with the new passphrase";
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EMFILE" || code === "ENFILE") return "the service can open no more files";
    return watch.note(error) ?? "the database fails";
  }
}

/** Opens a file: when that fails, no connection can be accepted either. */
async function openFile(): Promise<void> {
  await (await open(devNull)).close();
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
