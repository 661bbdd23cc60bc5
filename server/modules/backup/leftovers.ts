import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** The names in a folder; none when there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Removes what processes have left that ended in the middle of their work. The pattern's first group is the number of the
 * process. This process has just begun: what bears its own number was left by another one, as in a container, where every
 * process has the number 1.
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
    // It runs, as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
