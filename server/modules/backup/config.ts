import { z } from "zod";
import { executable, folder, integer } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";

/** Settings of the backups. */
export const backupSettings = settings({
  variables: {
    BACKUPS: z
      .enum(["on", "off", "only"])
      .default("on")
      .describe(
        "Whether an encrypted backup is made every day; `only`: by a process to which no callers are sent, and which has no share of limits",
      ),
    BACKUP_DIR: folder.optional().meta({ description: "Folder of the backups", default: "`backups` in `DATA_DIR`" }),
    BACKUP_RETENTION: integer(1, 10_000).default(14).describe("Number of backups that are kept"),
    BACKUP_HOOK: executable
      .optional()
      .describe("Program that is run after each good backup, with its path, such as to copy it elsewhere"),
    BACKUP_HOOK_SECONDS: integer(1, 86_400).default(3_600).describe("Longest time that `BACKUP_HOOK` may take"),
  },
  read: (read) => ({
    /** Whether a backup is made every day. */
    areAutomatic: read.BACKUPS !== "off",
    /** Whether this process is there for backups alone, and nobody calls it. */
    isAlone: read.BACKUPS === "only",
    /** Undefined: `backups` in the data directory. */
    directory: read.BACKUP_DIR,
    /** Number of backups that are kept. */
    retention: read.BACKUP_RETENTION,
    /** Program that is run after each good backup; undefined: none. */
    hook:
      read.BACKUP_HOOK === undefined
        ? undefined
        : { program: read.BACKUP_HOOK, timeoutMs: read.BACKUP_HOOK_SECONDS * 1_000 },
  }),
});

export type BackupSettings = ReturnType<typeof backupSettings.read>;
