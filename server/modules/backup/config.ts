import { z } from "zod";
import { integer } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";

/** Encrypted copies of the database. */
export const backupSettings = settings({
  variables: {
    BACKUPS: z.enum(["on", "off"]).default("on"),
    BACKUP_DIR: z.string().optional(),
    BACKUP_RETENTION: integer(1, 10_000).default(14),
  },
  read: (read) => ({
    /** Whether one is made every day without being asked for. */
    areAutomatic: read.BACKUPS === "on",
    /** Undefined: `backups` in the data directory. */
    directory: read.BACKUP_DIR,
    /** How many are kept. */
    retention: read.BACKUP_RETENTION,
  }),
});

export type BackupSettings = ReturnType<typeof backupSettings.read>;
