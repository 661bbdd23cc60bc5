import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { DialectName } from "../dialect.ts";
import { byDialect, type Database } from "../source.ts";
import { copySqlite } from "./copy.ts";
import { rowsOf } from "./rows-out.ts";

/** The whole database as it is at one moment. */
export interface Snapshot {
  readonly kind: DialectName;
  /**
   * Copies the state committed before the call, without partial transactions. Others go on reading and writing
   * meanwhile. Copies are made in the folder, which the caller removes when the bytes are read.
   */
  take(folder: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

/** Format of a snapshot, by the dialect of the database: SQLite's own file, or rows. */
export const snapshotFormats: { readonly [Name in DialectName]: "file" | "rows" } = { sqlite: "file", mysql: "rows" };

/** Snapshots of an open database. */
export function snapshotOf(database: Database, dataDirectory: string): Snapshot {
  const { dialect, manager } = database;

  return {
    kind: dialect.name,
    take: byDialect<Snapshot["take"]>(database, {
      sqlite: () => (folder, signal) => fileOf(dataDirectory, join(folder, "copy.sqlite"), signal),
      mysql: () => async () => rowsOf(manager.connection),
    }),
  };
}

async function fileOf(dataDirectory: string, path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  await copySqlite({ dataDirectory, path }, signal);
  return contentOf(path);
}

/** Opens the file when it is read: one that nobody reads would stay open, or fail to open when it is removed. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: 262_144 });
}
