import type { EntityManager } from "typeorm";
import type { StoredRow } from "../../../../database/dialect.ts";
import { type BatchChanges, readableChanges } from "../../domain/accounts/packed-changes.ts";
import { isSameHash } from "../../domain/entry/digests.ts";
import { RecentChanges } from "../../engine/checkpoint/recent-changes.ts";
import { changesColumns } from "../ledger-row.ts";

/** Batches per read. */
const pageSize = 256;

/**
 * Reads rows of accounts, and completes them with the changes that they lack, as of one batch: the last one that the rows know,
 * or a later one. Usually these changes are known, and nothing else is read.
 *
 * @param read selects from `ledger_accounts a` by one statement, with `changesOfRows` among its columns
 * @param complete has to be done when it returns: what it is given changes afterwards
 */
export type CompleteRows = <Result>(
  read: () => Promise<readonly StoredRow[]>,
  complete: (rows: readonly StoredRow[], recent: RecentChanges) => Result,
) => Promise<Result>;

/** Columns that say of which batch rows are. */
export const changesOfRows =
  "a.as_of AS as_of, (SELECT MAX(number) FROM ledger_changes) AS last_changes, " +
  "(SELECT hash FROM ledger_batches WHERE number = (SELECT MAX(number) FROM ledger_changes)) AS last_hash";

/** Attempts to read rows between two batches. Only where changes are missing do all of them fail, and the check tells it. */
const triesMax = 8;

/** Adds the changes of a batch to those that are known. */
type AddChanges = (recent: RecentChanges, changes: BatchChanges) => void;

/** Adds changes that can be read, and throws for others: nothing is told of accounts while any change is unread. */
const addOrRefuse: AddChanges = (recent, changes) => recent.add(changes);

/** Adds changes that can be read. Others add nothing: an audit finds them, and goes on. */
export const addReadable: AddChanges = (recent, changes) => {
  const isReadable = readableChanges(changes) !== undefined;
  recent.add(changes, isReadable ? undefined : []);
};

/** @throws UnreadablePacking, when rows are read, for changes that `add` refuses */
export function followedChanges(manager: EntityManager, add: AddChanges = addOrRefuse): CompleteRows {
  const recent = new RecentChanges();
  /** For each reader the number of the first batch that it may need. */
  const readers = new Set<{ readonly first: number }>();
  /** Number of times that the known changes began anew, so that rows read before cannot be completed with them. */
  let beginnings = 0;
  let underWay: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  /** Hash of the last batch whose changes are known. */
  let knownHash: Uint8Array | undefined;

  async function follow(): Promise<void> {
    waiting = undefined;
    const [ends]: StoredRow[] = await manager.query(changesEnds, [recent.lastNumber]);
    const first = ends?.["first_number"] as bigint | null;
    const last = Number(ends?.["last_number"] ?? 0);
    const isSame = isSameHash(hashIn(ends, "known_hash"), knownHash);
    // They begin anew after a ledger was put in place of another, or has lost its last batches and got others, and when batches
    // were removed that nobody has followed.
    if (first === null || !isSame || last < recent.lastNumber || Number(first) > recent.lastNumber + 1) {
      beginnings++;
      recent.clear();
      knownHash = undefined;
    } else recent.dropBefore(Math.min(Number(first), ...[...readers].map((reader) => reader.first)));
    while (recent.lastNumber < last) {
      const page = await changesBetween(manager, recent.lastNumber, last);
      if (page.length === 0) break;
      for (const changes of page) add(recent, changes);
    }
    knownHash = hashIn(ends, "last_hash");
  }

  function followed(): Promise<void> {
    // Those who ask while an earlier reading is under way need one that begins later.
    waiting ??= underWay.then(follow);
    underWay = waiting.catch(() => undefined);
    return waiting;
  }

  /** Whether rows, read when the changes up to a batch were known, are complete with those that are known now. */
  function areWhole(rows: readonly StoredRow[], known: number, isFollowed: boolean): boolean {
    if (rows.length === 0) return true;
    const last = Number(rows[0]?.["last_changes"] ?? 0);
    if (last === recent.lastNumber && !isSameHash(hashIn(rows[0], "last_hash"), knownHash)) return false;
    if (last < known || last <= recent.lastNumber) return last >= known;
    // Later batches than the known ones are in none of these rows; that they began after the call is sure if it has followed.
    return isFollowed && rows.every((row) => Number(row["as_of"] ?? 0) <= recent.lastSequence);
  }

  return async (read, complete) => {
    for (let tries = triesMax; ; tries--) {
      const [known, begun] = [recent.lastNumber, beginnings];
      const reader = { first: recent.firstNumber ?? known + 1 };
      readers.add(reader);
      try {
        const rows = await read();
        const isSame = begun === beginnings;
        if (tries === 1 || (isSame && areWhole(rows, known, tries < triesMax))) return complete(rows, recent);
      } finally {
        readers.delete(reader);
      }
      await followed();
    }
  };
}

/** Reads the changes of the accounts by the first batches after a number and up to another one. */
async function changesBetween(manager: EntityManager, after: number, until: number): Promise<BatchChanges[]> {
  const sql = `SELECT ${changesColumns.sql} FROM ledger_changes WHERE number > ? AND number <= ? ORDER BY number LIMIT ${pageSize}`;
  return ((await manager.query(sql, [after, until])) as StoredRow[]).map((row) => changesColumns.read(row));
}

function hashIn(row: StoredRow | undefined, name: string): Uint8Array | undefined {
  return (row?.[name] as Uint8Array | null | undefined) ?? undefined;
}

const changesEnds =
  "SELECT e.*, (SELECT hash FROM ledger_batches WHERE number = e.last_number) AS last_hash, " +
  "(SELECT hash FROM ledger_batches WHERE number = ?) AS known_hash " +
  "FROM (SELECT MIN(number) AS first_number, MAX(number) AS last_number FROM ledger_changes) e";
