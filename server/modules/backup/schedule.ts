import { BackupError } from "./backup-error.ts";
import type { BackupLog, Backups } from "./backups.ts";

/** So that a start is not slowed, and processes that live for moments only make none. */
const firstCheckMs = 60_000;
const checkMs = 3_600_000;

/** Looks every hour whether a backup is due. Answers what ends it. */
export function scheduleBackups(backups: Pick<Backups, "createIfDue">, log: BackupLog): () => void {
  const check = () =>
    backups.createIfDue().catch((error: unknown) => {
      if (error instanceof BackupError && error.reason === "closed") return;
      log.error({ err: error }, "the backup or its restore test failed; older ones are kept");
    });
  const first = setTimeout(check, firstCheckMs).unref();
  const every = setInterval(check, checkMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(every);
  };
}
