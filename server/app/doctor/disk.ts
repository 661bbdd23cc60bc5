import { existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { folderFlaw } from "../../core/folder.ts";
import { limits } from "../../core/limits.ts";
import type { Config } from "../config.ts";
import { type Finding, findings } from "./finding.ts";

const of = findings("disk");
const mebibyte = 1024 * 1024;

/** Looks at the folders of the data and of the backups: whether they can be written to, and how much is free. */
export async function lookAtDisk({ database, backup, development }: Config): Promise<readonly Finding[]> {
  const { dataDirectory } = database;
  const backupDirectory = backup.directory ?? join(dataDirectory, "backups");
  const wantedBytes = () => databaseBytes(dataDirectory);
  const found = [...(await lookAtFolder("DATA_DIR", dataDirectory, wantedBytes))];
  if (!backup.areAutomatic) return found;
  found.push(...(await lookAtFolder("BACKUP_DIR", backupDirectory, wantedBytes)));
  if (!development.isOn && deviceOf(backupDirectory) === deviceOf(dataDirectory)) {
    const message = "DATA_DIR and BACKUP_DIR are on one file system: who loses one loses both";
    found.push(of.warning(message, "set BACKUP_DIR to another disk, or have BACKUP_HOOK copy each backup elsewhere"));
  }
  return found;
}

async function lookAtFolder(setting: string, folder: string, wanted: () => number): Promise<readonly Finding[]> {
  const flaw = folderFlaw(folder);
  if (flaw !== undefined) return [of.failed(`${setting} cannot be ${folder}: ${flaw}`, "see its owner and mode")];
  const { bavail, bsize } = await statfs(existing(folder));
  const free = bavail * bsize;
  const message = `${setting} (${folder}) can be written to and has ${Math.floor(free / mebibyte)} MiB free`;
  if (free < limits.databaseDiskFreeMin) return [of.failed(message, "free some: no change can be stored")];
  const wantedBytes = wanted();
  if (free >= wantedBytes) return [of.ok(message)];
  const advice = `a backup needs a second copy of the database, ${Math.ceil(wantedBytes / mebibyte)} MiB: free some`;
  return [of.warning(message, advice)];
}

function databaseBytes(dataDirectory: string): number {
  return statSync(join(dataDirectory, "platonic.sqlite"), { throwIfNoEntry: false })?.size ?? 0;
}

function deviceOf(folder: string): number {
  return statSync(existing(folder)).dev;
}

/** Returns the folder, or the nearest one above it that exists. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(join(folder, ".."));
}
