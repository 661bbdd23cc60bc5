import type { EntityManager } from "typeorm";
import type { StoredRow } from "../../../../database/dialect.ts";
import { unpackPostings, withBalances } from "../../domain/accounts/packed-postings.ts";
import { UnreadablePacking } from "../../domain/accounts/varints.ts";
import type { PlacedPosting } from "../../domain/entry/placed-posting.ts";
import type { PostingPage } from "../../engine/checkpoint/caught-up.ts";
import type { RecentChanges } from "../../engine/checkpoint/recent-changes.ts";
import { checkpointColumns, pageColumns, placedPostingColumns } from "../ledger-row.ts";
import type { WithChanges } from "./stored-changes.ts";

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

export function storedPostings(manager: EntityManager, withChanges: WithChanges): StoredPostings {
  const pages = pagesOf(manager);
  const early = earlyPostings(manager);

  /** Reads the last postings, and a few pages as of the same moment. */
  const latest = (account: bigint, range: PageRange, sequence: number) =>
    withChanges(async (recent) => {
      const { row, found } = await pages(account, range, sequence);
      return { found, last: row === undefined ? [] : lastPostings(row, recent) };
    });

  return {
    async *ascending(account, after) {
      yield* early(account, "ASC", after, Number.MAX_SAFE_INTEGER);
      for (let reached = after; ; ) {
        const { found, last } = await latest(account, "after", reached);
        for (const page of found) yield* page.filter(({ sequence }) => sequence > after);
        if (found.length < pagesAtOnce) return yield* last.filter(({ sequence }) => sequence > after);
        reached = found.at(-1)?.at(-1)?.sequence ?? reached;
      }
    },

    async *descending(account, before) {
      const { found: first, last } = await latest(account, "before", before);
      yield* last.filter(({ sequence }) => sequence < before).reverse();
      for (let found = first; ; ) {
        for (const page of found) yield* page.filter(({ sequence }) => sequence < before).reverse();
        const end = found.at(-1)?.[0]?.sequence;
        if (end === undefined || found.length < pagesAtOnce) break;
        ({ found } = await pages(account, "before", end));
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

/** Returns the postings of a row's tail, and those since. */
function lastPostings(row: Checkpoint, recent: RecentChanges): PlacedPosting[] {
  const tail = row.tail === null ? [] : withBalances(unpackPostings(row.tail), row.balance);
  return [
    ...tail,
    ...recent.since(row.id, row.asOf).flatMap(({ postings, balance }) => withBalances(postings, balance)),
  ];
}

/** Returns a function that reads the row of an account and some of its pages, in one statement, and so as of one moment. */
function pagesOf(manager: EntityManager) {
  const names = [
    ...checkpointColumns.names.map((name) => `a.${name} AS a_${name}`),
    ...pageColumns.names.map((name) => `p.${name} AS ${name}`),
  ];
  return async (account: bigint, range: PageRange, sequence: number) => {
    const { condition, order } = ranges[range];
    const sql =
      `SELECT ${names.join(", ")} FROM (SELECT ? AS sequence) s JOIN ledger_accounts a ON a.id = ? ` +
      `LEFT JOIN ledger_posting_pages p ON p.account = a.id AND ${condition} ORDER BY ${order} LIMIT ${pagesAtOnce}`;
    const rows: StoredRow[] = await manager.query(sql, [sequence, account]);
    const found = rows
      .filter((row) => row["account"] !== null)
      .map((row) => pageColumns.read(row))
      .map(postingsOfPage);
    return { row: rows[0] && checkpointOf(rows[0]), found };
  };
}

/** @throws UnreadablePacking */
function postingsOfPage({ postings, balance, firstSequence, lastSequence }: PostingPage): PlacedPosting[] {
  const read = withBalances(unpackPostings(postings), balance);
  if (read[0]?.sequence !== firstSequence || read.at(-1)?.sequence !== lastSequence) {
    throw new UnreadablePacking(`the page from ${firstSequence} to ${lastSequence} has other postings`);
  }
  return read;
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
