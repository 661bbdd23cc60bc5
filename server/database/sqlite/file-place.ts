import { statSync } from "node:fs";
import type { Database as Connection } from "better-sqlite3";

/** Inodes of the files of connections, as they were when opened. */
const inodes = new WeakMap<Connection, bigint>();

/** Records the file of a newly opened connection. */
export function noteFile(connection: Connection): void {
  const inode = inodeAt(connection.name);
  if (inode !== undefined) inodes.set(connection, inode);
}

/**
 * Requires that the file of a connection is where it was opened. Changes to a removed or moved file cause no error, and
 * are gone with the process. SQLite checks this before it writes a rollback journal, but has none here.
 *
 * @throws Error with the code SQLITE_READONLY_DBMOVED
 */
export function requireFile(connection: Connection): void {
  const opened = inodes.get(connection);
  if (opened === undefined || inodeAt(connection.name) === opened) return;
  const message = `${connection.name} is not the file that was opened: it was moved, removed or replaced`;
  throw Object.assign(new Error(message), { code: "SQLITE_READONLY_DBMOVED" });
}

function inodeAt(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
