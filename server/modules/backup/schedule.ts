import { BackupError } from "./backup-error.ts";
import type { BackupLog } from "./backup-log.ts";
import type { Backups } from "./backups.ts";

/** Delay of the first check; keeps the start fast, and short-lived processes from making backups. */
const firstCheckMs = 60_000;
const checkIntervalMs = 3_600_000;

/** Checks every hour whether a backup is due. Returns a function that stops the schedule. */
export function scheduleBackups(backups: Pick<Backups, "createIfDue">, log: BackupLog): () => void {
  const check = () =>
    backups.createIfDue().catch((error: unknown) => {
      if (error instanceof BackupError && error.reason === "closed") return;
      log.error({ err: error }, "could not make a backup or test its restore; older backups are kept");
    });
  const first = setTimeout(check, firstCheckMs).unref();
  const every = setInterval(check, checkIntervalMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(every);
  };
}
