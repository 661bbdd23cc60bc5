import { closeSync, openSync } from "node:fs";
import Connection from "better-sqlite3";

/** A file locked by one holder among all processes of this machine. The lock ends with its process. */
export interface FileLock {
  release(): void;
}

/**
 * Locks a file, creating it if missing. Returns undefined if another holder has it. Locks an empty SQLite database,
 * which uses a lock of the kernel that Node does not offer.
 *
 * @param waitMs longest time for which this blocks the process
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
