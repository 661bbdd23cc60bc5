import type { EntityManager } from "typeorm";
import type { StoredRow } from "../../../../database/dialect.ts";
import { unpackPostings, withBalances } from "../../domain/accounts/packed-postings.ts";
import { readAt, UnreadablePacking } from "../../domain/accounts/varints.ts";
import type { PlacedPosting } from "../../domain/entry/placed-posting.ts";
import type { PostingPage } from "../../engine/checkpoint/caught-up.ts";
import { checkpointColumns, pageColumns, placedPostingColumns } from "../ledger-row.ts";
import { type CompleteRows, changesOfRows } from "./stored-changes.ts";

/** The postings of accounts: rows of earlier versions, pages, the tails of the accounts' rows, and recent changes. */
export interface StoredPostings {
  /** Yields the postings of an account after a sequence number, the earliest first. */
  ascending(account: bigint, after: number): AsyncGenerator<PlacedPosting>;
  /** Yields the postings of an account before a sequence number, the latest first. */
  descending(account: bigint, before: number): AsyncGenerator<PlacedPosting>;
}

/** Pages per read. */
const pagesAtOnce = 4;

/** Rows per read. */
const rowsAtOnce = 500;

export function storedPostings(manager: EntityManager, completeRows: CompleteRows): StoredPostings {
  const early = earlyPostings(manager);

  /** Reads a few pages after a sequence number, and the row and its changes as of the same moment, which are unpacked later. */
  const latest = (account: bigint, sequence: number) =>
    completeRows(
      () => readPages(manager, account, "after", sequence, pagesAtOnce),
      (rows, recent) => {
        const row = rows[0] && checkpointOf(rows[0]);
        const known = Math.max(row?.asOf ?? 0, sequence);
        return { found: pagesIn(rows), row, changes: row === undefined ? [] : recent.earliestSince(row.id, known) };
      },
    );

  /** The same before a sequence number, the latest first, and one page: nothing is unpacked before it is asked for. */
  const latestFirst = (account: bigint, sequence: number) =>
    completeRows(
      () => readPages(manager, account, "before", sequence, 1),
      (rows, recent) => {
        const row = rows[0] && checkpointOf(rows[0]);
        return { rows, row, changes: row === undefined ? [] : recent.latestSince(row.id, row.asOf) };
      },
    );

  return {
    async *ascending(account, after) {
      yield* early(account, "ASC", after, Number.MAX_SAFE_INTEGER);
      for (let reached = after; ; ) {
        const { found, row, changes } = await latest(account, reached);
        for (const page of found) yield* page.filter(({ sequence }) => sequence > after);
        if (found.length < pagesAtOnce) {
          if (row !== undefined) yield* tailOf(row).filter(({ sequence }) => sequence > after);
          for (const { postings, balance } of changes) {
            yield* withBalances(postings, balance).filter(({ sequence }) => sequence > after);
          }
          return;
        }
        reached = found.at(-1)?.at(-1)?.sequence ?? reached;
      }
    },

    async *descending(account, before) {
      const { rows, row, changes } = await latestFirst(account, before);
      const reversed = (postings: PlacedPosting[]) => postings.filter(({ sequence }) => sequence < before).reverse();
      for (const { postings, balance } of changes) yield* reversed(withBalances(postings, balance));
      if (row !== undefined) yield* reversed(tailOf(row));
      for (let [found, asked] = [pagesIn(rows), 1]; ; asked = pagesAtOnce) {
        for (const page of found) yield* reversed(page);
        const end = found.at(-1)?.[0]?.sequence;
        if (end === undefined || found.length < asked) break;
        found = pagesIn(await readPages(manager, account, "before", end, pagesAtOnce));
      }
      yield* early(account, "DESC", Number.MIN_SAFE_INTEGER, before);
    },
  };
}

/** Pages with postings after a sequence number, the earliest first, or before one, the latest first. */
type PageRange = "after" | "before";

const ranges: { readonly [Range in PageRange]: { readonly condition: string; readonly order: string } } = {
  after: {
    condition:
      "p.first_sequence >= COALESCE((SELECT MAX(b.first_sequence) FROM ledger_posting_pages b " +
      "WHERE b.account = a.id AND b.first_sequence <= s.sequence), s.sequence) AND p.last_sequence > s.sequence",
    order: "p.first_sequence",
  },
  before: { condition: "p.first_sequence < s.sequence", order: "p.first_sequence DESC" },
};

type Checkpoint = ReturnType<typeof checkpointColumns.read>;

/** @throws UnreadablePacking */
function tailOf({ id, tail, balance }: Checkpoint): PlacedPosting[] {
  if (tail === null) return [];
  return withBalances(
    readAt(
      () => `the last postings of account ${id}`,
      () => unpackPostings(tail),
    ),
    balance,
  );
}

/** Reads the row of an account, and some of its pages, in one statement, and so as of one moment. */
function readPages(
  manager: EntityManager,
  account: bigint,
  range: PageRange,
  sequence: number,
  count: number,
): Promise<StoredRow[]> {
  const { condition, order } = ranges[range];
  const sql =
    `SELECT ${columnsOfPages} FROM (SELECT ? AS sequence) s JOIN ledger_accounts a ON a.id = ? ` +
    `LEFT JOIN ledger_posting_pages p ON p.account = a.id AND ${condition} ORDER BY ${order} LIMIT ${count}`;
  return manager.query(sql, [sequence, account]);
}

const columnsOfPages = [
  ...checkpointColumns.names.map((name) => `a.${name} AS a_${name}`),
  ...pageColumns.names.map((name) => `p.${name} AS ${name}`),
  changesOfRows,
].join(", ");

function pagesIn(rows: readonly StoredRow[]): PlacedPosting[][] {
  return rows
    .filter((row) => row["account"] !== null)
    .map((row) => pageColumns.read(row))
    .map(postingsOfPage);
}

/** @throws UnreadablePacking */
function postingsOfPage({ account, postings, balance, firstSequence, lastSequence }: PostingPage): PlacedPosting[] {
  return readAt(
    () => `the page of postings of account ${account} from entry ${firstSequence} to ${lastSequence}`,
    () => {
      const read = withBalances(unpackPostings(postings), balance);
      if (read[0]?.sequence === firstSequence && read.at(-1)?.sequence === lastSequence) return read;
      throw new UnreadablePacking("it has other postings");
    },
  );
}

function checkpointOf(row: StoredRow): Checkpoint {
  return checkpointColumns.read(Object.fromEntries(checkpointColumns.names.map((name) => [name, row[`a_${name}`]])));
}

/** Returns a function that reads the postings that earlier versions have stored. */
function earlyPostings(manager: EntityManager) {
  return async function* (
    account: bigint,
    order: "ASC" | "DESC",
    after: number,
    before: number,
  ): AsyncGenerator<PlacedPosting> {
    const sql =
      `SELECT ${placedPostingColumns.sql} FROM ledger_early_postings WHERE account = ? AND sequence > ? AND ` +
      `sequence < ? ORDER BY sequence ${order}, leg ${order} LIMIT ${rowsAtOnce} OFFSET ?`;
    let [low, high, offset] = [after, before, 0];
    for (;;) {
      const rows: StoredRow[] = await manager.query(sql, [account, low, high, offset]);
      const postings = rows.map((row) => placedPostingColumns.read(row));
      yield* postings;
      const last = postings.at(-1);
      if (last === undefined || postings.length < rowsAtOnce) return;
      // An entry has a few postings to an account: those of the last one that were read are passed over.
      offset = postings.filter(({ sequence }) => sequence === last.sequence).length;
      if (order === "ASC") low = last.sequence - 1;
      else high = last.sequence + 1;
    }
  };
}
