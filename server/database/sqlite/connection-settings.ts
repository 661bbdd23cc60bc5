import type { Database as Connection } from "better-sqlite3";
import { noteFile } from "./file-place.ts";

/** Longest wait of a write for a write of another process; the wait blocks the thread. */
export const busyTimeoutMs = 5_000;

/** Sets up a connection that writes. */
export function prepareConnection(connection: Connection): void {
  noteFile(connection);
  connection.pragma("journal_mode = WAL");
  // In WAL mode NORMAL may lose the last commits when the machine loses power.
  connection.pragma("synchronous = FULL");
  // A last resort: checkpoints.ts moves pages sooner, without keeping writers waiting.
  connection.pragma("wal_autocheckpoint = 64000");
  // 64 MiB of pages in memory, so that writes to a large index find them there.
  connection.pragma("cache_size = -65536");
  connection.pragma("trusted_schema = OFF");
  // Deleted data, such as a destroyed key, is overwritten.
  connection.pragma("secure_delete = ON");
  // Integers beyond 2^53 would lose digits as numbers.
  connection.defaultSafeIntegers(true);
}
