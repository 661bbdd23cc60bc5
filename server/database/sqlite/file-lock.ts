import { closeSync, openSync } from "node:fs";
import Connection from "better-sqlite3";

/** A file that one holder has locked, in any process of this machine. The lock ends with its process. */
export interface FileLock {
  release(): void;
}

/**
 * Locks a file, which is made when missing. Returns undefined if another holder has it. SQLite's lock of an empty database
 * is one of the kernel, which Node does not offer.
 *
 * @param waitMs blocks this process for so long at most
 */
export function lockFile(path: string, waitMs = 0): FileLock | undefined {
  closeSync(openSync(path, "a", 0o600));
  const connection = new Connection(path, { timeout: waitMs });
  try {
    connection.exec("BEGIN EXCLUSIVE");
    return { release: () => void connection.close() };
  } catch (error) {
    connection.close();
    if ((error as { code?: string }).code === "SQLITE_BUSY") return undefined;
    throw error;
  }
}
