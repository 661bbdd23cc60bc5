import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { lchown, lstat, mkdir, realpath, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolder } from "../../core/folder.ts";
import { restoringName } from "../../database/sqlite/unfinished-restore.ts";
import { BackupError } from "./backup-error.ts";
import { syncFolder } from "./encrypted-file.ts";
import { namesIn, removeLeftovers } from "./leftovers.ts";
import { databaseFile } from "./placement.ts";

/** A private folder in which a restore works, on the file system of its data directory. */
export interface RestorePlace {
  readonly folder: string;
  /** Makes the files of the folder those of the data directory, durably; they are complete once `named` is called. */
  publish(named: () => void): Promise<void>;
  /** Removes what is there of a restore that has failed. */
  discard(): Promise<void>;
}

/** Temporary folders beside data directories that did not exist. */
const besideName = /^\..+\.restoring-(\d+)-[0-9a-f]{8}$/;
/** Files of a database that are worth nothing without it. */
const companionName = /^platonic\.sqlite-(wal|shm)$/;

/**
 * Makes the place of a restore into a data directory, and removes that of one that was killed. Everything is tried that
 * the end needs, so that no work is in vain.
 *
 * An existing directory may be a mount point, or its parent may be closed to this user: the place is inside then, and
 * the directory stays what it is, with its owner and mode.
 *
 * @throws BackupError if the directory is not empty
 */
export async function makeRestorePlace(path: string): Promise<RestorePlace> {
  const directory = resolve(path);
  const found = await foundAt(directory);
  return found === undefined ? placeBeside(directory) : placeInside(await realpath(directory), found);
}

async function foundAt(directory: string): Promise<Stats | undefined> {
  try {
    return await stat(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const link = await lstat(directory).catch(() => undefined);
  if (link !== undefined) throw new Error(`${directory} is a link to a folder that does not exist`);
  return undefined;
}

async function placeBeside(directory: string): Promise<RestorePlace> {
  const parent = dirname(directory);
  await makeFolder(parent, 0o777);
  await removeLeftovers(parent, besideName);
  const folder = join(parent, `.${basename(directory)}.restoring-${ownSuffix()}`);
  await mkdir(folder, { mode: 0o700 });
  return {
    folder,
    async publish(named) {
      await syncFolder(folder);
      await rename(folder, directory);
      named();
      await syncFolder(parent);
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}

async function placeInside(directory: string, owner: Stats): Promise<RestorePlace> {
  await requireEmpty(directory);
  await removeCompanions(directory);
  await removeLeftovers(directory, restoringName);
  await removeLeftovers(dirname(directory), besideName).catch(ignoreForbidden);
  const folder = join(directory, `.restoring-${ownSuffix()}`);
  await mkdir(folder, { mode: 0o700 });
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    // At once, so that the owner can remove what a kill leaves, and nothing is decrypted if it cannot be done.
    await give(folder, owner);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    folder,
    async publish(named) {
      const names = await namesIn(folder);
      for (const name of names) await give(join(folder, name), owner);
      await syncFolder(folder);
      await requireEmpty(directory);
      const database = basename(databaseFile(folder));
      for (const name of names.filter((name) => name !== database)) await move(name, folder, directory);
      await move(database, folder, directory);
      named();
      await syncFolder(directory);
      await rmdir(folder);
    },
    async discard() {
      await removeCompanions(directory);
      await discard();
    },
  };
}

/** Requires a folder without anything but what a killed restore, or the making of the file system, has left. */
async function requireEmpty(directory: string): Promise<void> {
  const names = await namesIn(directory);
  const isKilled = names.some((name) => restoringName.test(name));
  const others = names.filter(
    (name) => name !== "lost+found" && !restoringName.test(name) && !(isKilled && companionName.test(name)),
  );
  if (others.length > 0) throw new BackupError("not-empty");
}

/** Removes files that a restore has moved in before the database, which it has not moved. */
async function removeCompanions(directory: string): Promise<void> {
  const names = await namesIn(directory);
  if (names.includes(basename(databaseFile(directory)))) return;
  for (const name of names.filter((name) => companionName.test(name))) await rm(join(directory, name));
}

function move(name: string, from: string, to: string): Promise<void> {
  return rename(join(from, name), join(to, name));
}

/** Gives a file that root has made to the owner of the data directory, as whom the service runs. */
async function give(path: string, { uid, gid }: Stats): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  const own = await lstat(path);
  if (own.uid !== uid || own.gid !== gid) await lchown(path, uid, gid);
}

function ignoreForbidden(error: NodeJS.ErrnoException): void {
  if (!["EACCES", "EPERM", "EROFS"].includes(error.code ?? "")) throw error;
}

function ownSuffix(): string {
  return `${process.pid}-${randomBytes(4).toString("hex")}`;
}
