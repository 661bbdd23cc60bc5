import { Fault } from "../../core/fault.ts";
import { BackupError } from "./backup-error.ts";

/** Errors of files and of SQLite that are caused by the machine, not by the backup. */
const isOfMachine =
  /^(ENOSPC|EDQUOT|EROFS|EIO|EACCES|EPERM|ENOENT|ENOTDIR|EISDIR|ENOTEMPTY|EEXIST|EFBIG|ENXIO|ENODEV|ESTALE|ETIMEDOUT|EMFILE|ENFILE|ENOMEM|EBUSY|ERR_WORKER_INIT_FAILED|SQLITE_(FULL|IOERR|CANTOPEN|READONLY|NOMEM)\w*)$/;

const tooMany = "The service may open no more files or threads: raise its limit, such as LimitNOFILE of systemd.";

const advice: Readonly<Record<string, string>> = {
  ENOSPC: "There is no space left on its disk: free some, or have BACKUP_DIR or DATA_DIR on another one.",
  EDQUOT: "The quota of its disk is used up.",
  SQLITE_FULL: "There is no space left on the disk of DATA_DIR: free some.",
  EACCES: "The service's user may not use its folder.",
  EROFS: "Its disk can only be read.",
  EMFILE: tooMany,
  ENFILE: tooMany,
  ERR_WORKER_INIT_FAILED: tooMany,
};

/**
 * A disk needs people to repair it. Clients retry on their own within the deadline of 300 s; with this delay they
 * report the error at once.
 */
const mendedAfterSeconds = 300;

/**
 * Runs an operation on backups. A failure because of the disk, or because the service stops, is reported as retryable.
 *
 * @throws Fault UNAVAILABLE
 */
export async function unlessOutage<Result>(what: string, operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof BackupError && error.reason === "closed")
      throw new Fault("UNAVAILABLE", `${what}: the service is stopping.`, { retryAfterSeconds: 5 }, { cause: error });
    const { code } = error as { code?: unknown };
    if (typeof code !== "string" || !isOfMachine.test(code)) throw error;
    const message = `${what} (${code}). ${advice[code] ?? "The disk of BACKUP_DIR or DATA_DIR cannot be used."}`;
    throw new Fault("UNAVAILABLE", message, { retryAfterSeconds: mendedAfterSeconds }, { cause: error });
  }
}
