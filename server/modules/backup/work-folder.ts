import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../core/folder.ts";
import { removeLeftovers } from "./leftovers.ts";

/**
 * Runs an operation that needs an unencrypted copy of the database, in a private folder beside it. Removes the folder
 * afterwards.
 */
export async function inWorkFolder<Result>(
  dataDirectory: string,
  operation: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(dataDirectory, `.backup-work-${process.pid}-${randomBytes(4).toString("hex")}`);
  await makeFolder(folder, 0o700);
  try {
    return await operation(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the folders of processes that crashed. */
export function removeWorkLeftovers(dataDirectory: string): Promise<void> {
  return removeLeftovers(dataDirectory, /^\.backup-work-(\d+)-[0-9a-f]{8}$/);
}
