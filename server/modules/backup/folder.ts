import { randomBytes } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../core/folder.ts";
import { namesIn, removeLeftovers } from "./leftovers.ts";

/** A backup in the list of the folder. */
export interface BackupFile {
  readonly name: string;
  readonly createdAt: Date;
  /** Bytes. */
  readonly size: number;
}

/** The folder of the backups. */
export interface BackupFolder {
  /** Returns the complete backups, newest first. */
  list(): Promise<BackupFile[]>;
  /** Creates the folder, and returns a new name with its final and its temporary path. */
  place(createdAt: Date): Promise<{ readonly name: string; readonly path: string; readonly asidePath: string }>;
  pathOf(name: string): string;
  /** Removes all but the newest backups. */
  keepNewest(count: number): Promise<void>;
  /** Removes temporary files of processes that crashed. */
  removeLeftovers(): Promise<void>;
}

/**
 * Names such as `platonic-20251121T055026.123Z-0a1b2c3d.backup`, without colons, before which tools such as scp expect
 * a host.
 */
const namePattern = /^platonic-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z-[0-9a-f]{8}\.backup$/;

export function backupFolder(directory: string): BackupFolder {
  const pathOf = (name: string) => join(directory, name);

  async function list(): Promise<BackupFile[]> {
    const names = (await namesIn(directory)).filter((name) => namePattern.test(name));
    const files = await Promise.all(names.map((name) => describe(name)));
    return files.flat().sort((a, b) => (a.name < b.name ? 1 : -1));
  }

  async function describe(name: string): Promise<BackupFile[]> {
    try {
      return [{ name, createdAt: timeIn(name), size: (await stat(pathOf(name))).size }];
    } catch (error) {
      // Removed by another process.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }

  return {
    list,
    pathOf,
    async place(createdAt) {
      await makeFolder(directory, 0o700);
      const time = createdAt.toISOString().replaceAll(/[-:]/g, "");
      const name = `platonic-${time}-${randomBytes(4).toString("hex")}.backup`;
      return { name, path: pathOf(name), asidePath: pathOf(`${name}.${process.pid}.partial`) };
    },
    async keepNewest(count) {
      for (const { name } of (await list()).slice(count)) await rm(pathOf(name), { force: true });
    },
    removeLeftovers: () => removeLeftovers(directory, /^platonic-.*\.backup\.(\d+)\.partial$/),
  };
}

function timeIn(name: string): Date {
  return new Date(name.replace(namePattern, "$1-$2-$3T$4:$5:$6Z"));
}
