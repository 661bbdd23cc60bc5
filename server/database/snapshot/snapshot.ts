import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { Batch } from "../../modules/ledger/domain/entry/entry.ts";
import { lastBatch } from "../../modules/ledger/store/records.ts";
import type { StoredRow } from "../dialect.ts";
import type { Store } from "../source.ts";
import { copySqlite } from "../sqlite/copy.ts";
import { rowsOf } from "./rows-out.ts";

/** The whole database as it is at one moment. */
export interface Snapshot {
  readonly kind: Store["kind"];
  /** The last batch of the ledger, which every later snapshot has; absent in a ledger without entries. */
  head(): Promise<Pick<Batch, "number" | "hash"> | undefined>;
  /**
   * All that was committed before the call, and nothing half. Others go on reading and writing meanwhile. The folder is for
   * copies: it is the caller's to remove when the bytes are read.
   */
  take(folder: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

/** Snapshots of an open database. The bytes are SQLite's own file, or the rows of a database on a server. */
export function snapshotOf(store: Store, dataDirectory: string): Snapshot {
  const { kind, manager } = store;

  async function head() {
    const [last]: StoredRow[] = await manager.query(lastBatch);
    return last && { number: Number(last["number"]), hash: last["hash"] as Uint8Array };
  }

  if (kind === "mysql") return { kind, head, take: async () => rowsOf(manager.connection) };
  return {
    kind,
    head,
    async take(folder, signal) {
      const path = join(folder, "copy.sqlite");
      await copySqlite({ dataDirectory, path }, signal);
      return createReadStream(path, { highWaterMark: 262_144 });
    },
  };
}
