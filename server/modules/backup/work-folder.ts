import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { removeLeftovers } from "./leftovers.ts";

/**
 * Does work that needs the database in the clear, in a private folder beside the database itself. The folder is removed
 * whatever becomes of the work.
 */
export async function inWorkFolder<Result>(
  dataDirectory: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(dataDirectory, `.backup-work-${process.pid}-${randomBytes(4).toString("hex")}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the folders of processes that were ended in the middle. */
export function removeWorkLeftovers(dataDirectory: string): Promise<void> {
  return removeLeftovers(dataDirectory, /^\.backup-work-(\d+)-[0-9a-f]{8}$/);
}
