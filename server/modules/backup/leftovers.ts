import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Lists the names in a folder; none if the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Removes files of crashed processes. The first group of the pattern is the process id. Files with this process's id
 * belong to an earlier process, since this one has just started; in a container every process has the id 1.
 */
export async function removeLeftovers(folder: string, pattern: RegExp): Promise<void> {
  for (const name of await namesIn(folder)) {
    const owner = pattern.exec(name)?.[1];
    if (owner !== undefined && !isAnotherRunning(Number(owner))) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}

function isAnotherRunning(owner: number): boolean {
  if (owner === process.pid) return false;
  try {
    return process.kill(owner, 0);
  } catch (error) {
    // EPERM: the process runs as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
