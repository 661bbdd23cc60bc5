import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { Store } from "../source.ts";
import { copySqlite } from "../sqlite/copy.ts";
import { rowsOf } from "./rows-out.ts";

/** The whole database as it is at one moment. */
export interface Snapshot {
  readonly kind: Store["kind"];
  /**
   * All that was committed before the call, and nothing half. Others go on reading and writing meanwhile. The folder is for
   * copies: it is the caller's to remove when the bytes are read.
   */
  take(folder: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

/** Snapshots of an open database. The bytes are SQLite's own file, or the rows of a database on a server. */
export function snapshotOf(store: Store, dataDirectory: string): Snapshot {
  const { kind, manager } = store;

  if (kind === "mysql") return { kind, take: async () => rowsOf(manager.connection) };
  return {
    kind,
    async take(folder, signal) {
      const path = join(folder, "copy.sqlite");
      await copySqlite({ dataDirectory, path }, signal);
      return createReadStream(path, { highWaterMark: 262_144 });
    },
  };
}
