import type { EntityManager } from "typeorm";
import type { StoredRow } from "../../../../database/dialect.ts";
import type { BatchChanges } from "../../domain/accounts/packed-changes.ts";
import { RecentChanges } from "../../engine/checkpoint/recent-changes.ts";
import { changesColumns } from "../ledger-row.ts";

/** Batches per read. */
const pageSize = 256;

/**
 * Has rows of accounts read, and completed with the changes that they lack: a batch that is not among these any more is in
 * every row that is read afterwards. What a reader may need is kept until its work ends.
 */
export type WithChanges = <Result>(work: (recent: RecentChanges) => Promise<Result>) => Promise<Result>;

export function followedChanges(manager: EntityManager): WithChanges {
  const recent = new RecentChanges();
  /** For each reader the number of the first batch that it may need. */
  const readers = new Set<{ readonly first: number }>();
  let underWay: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  async function follow(): Promise<void> {
    waiting = undefined;
    const [ends]: StoredRow[] = await manager.query(changesEnds);
    const first = ends?.["first_number"] as bigint | null;
    const last = Number(ends?.["last_number"] ?? 0);
    // A ledger that was put in place of another begins anew.
    if (first === null || last < recent.lastNumber) recent.clear();
    else recent.dropBefore(Math.min(Number(first), ...[...readers].map((reader) => reader.first)));
    while (recent.lastNumber < last) {
      const page = await changesAfter(manager, recent.lastNumber, pageSize);
      if (page.length === 0) break;
      for (const changes of page) recent.add(changes);
    }
  }

  function followed(): Promise<void> {
    // Those who ask while an earlier reading is under way need one that begins later.
    waiting ??= underWay.then(follow);
    underWay = waiting.catch(() => undefined);
    return waiting;
  }

  return async (work) => {
    await followed();
    const reader = { first: recent.firstNumber ?? recent.lastNumber + 1 };
    readers.add(reader);
    try {
      return await work(recent);
    } finally {
      readers.delete(reader);
    }
  };
}

/** Reads the changes of the accounts by the batches after a number. */
async function changesAfter(manager: EntityManager, number: number, count: number): Promise<BatchChanges[]> {
  const sql = `SELECT ${changesColumns.sql} FROM ledger_changes WHERE number > ? ORDER BY number LIMIT ?`;
  return ((await manager.query(sql, [number, count])) as StoredRow[]).map((row) => changesColumns.read(row));
}

const changesEnds =
  "SELECT (SELECT MIN(number) FROM ledger_changes) AS first_number, (SELECT MAX(number) FROM ledger_changes) AS last_number";
