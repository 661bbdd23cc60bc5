import type { EntityManager } from "typeorm";
import { placeholders, type StoredRow } from "../../../database/dialect.ts";
import type { PlacedPosting } from "../domain/entry/placed-posting.ts";
import type { LedgerRows } from "../domain/rows.ts";
import { type StoredPostings, storedPostings } from "./accounts/postings.ts";
import { type StoredAccounts, storedAccounts } from "./accounts/stored-accounts.ts";
import { addReadable, followedChanges } from "./accounts/stored-changes.ts";
import { holdRowReads } from "./holds.ts";
import { batchColumns, chainEndColumns, changesColumns, entryColumns } from "./ledger-row.ts";
import { pendingTransferColumns } from "./pending-transfer-row.ts";
import { reversalRows } from "./reversals.ts";
import { lastBatch } from "./row-conversion.ts";

/** Reads the stored rows of a ledger. */
export function ledgerRows(manager: EntityManager, accounts: StoredAccounts, postings: StoredPostings): LedgerRows {
  const rows: ReadRows = (sql, ...values) => manager.query(sql, [...values]);
  return {
    ...chainRows(rows),
    ...accountRows(accounts),
    ...changesRows(rows),
    ...postingRows(rows, postings),
    ...holdRowReads(manager),
    ...reversalRows(manager),

    async pendingAfter(id, count) {
      const sql = "SELECT * FROM pending_transfers WHERE id > ? ORDER BY id LIMIT ?";
      return (await rows(sql, id, count)).map((row) => pendingTransferColumns.read(row));
    },

    async hasTurn() {
      return (await rows("SELECT id FROM ledger_turn WHERE id = 1")).length === 1;
    },
  };
}

type ReadRows = (sql: string, ...values: readonly unknown[]) => Promise<StoredRow[]>;

/** Reads entries and batches. */
function chainRows(rows: ReadRows): Pick<LedgerRows, "entriesAfter" | "batchesAfter" | "lastSequence"> {
  return {
    async entriesAfter(sequence, count) {
      const sql = `SELECT ${entryColumns.sql} FROM ledger_entries WHERE sequence > ? ORDER BY sequence LIMIT ?`;
      return (await rows(sql, sequence, count)).map((row) => entryColumns.read(row));
    },

    async batchesAfter(number, count) {
      const sql = "SELECT * FROM ledger_batches WHERE number > ? ORDER BY number LIMIT ?";
      return (await rows(sql, number, count)).map((row) => batchColumns.read(row));
    },

    async lastSequence() {
      const [last] = await rows(lastBatch);
      return last === undefined ? 0 : chainEndColumns.read(last).lastSequence;
    },
  };
}

function accountRows(accounts: StoredAccounts): Pick<LedgerRows, "accountsAfter" | "account"> {
  return {
    accountsAfter(after, count) {
      const { owner, asset } = after ?? { owner: "", asset: "" };
      const where = "WHERE a.owner >= ? AND (a.owner > ? OR a.asset > ?) ORDER BY a.owner, a.asset LIMIT ?";
      return accounts.select(where, owner, owner, asset, count);
    },

    async account({ owner, asset }) {
      const [account] = await accounts.select("WHERE a.owner = ? AND a.asset = ?", owner, asset);
      return account;
    },
  };
}

function changesRows(rows: ReadRows): Pick<LedgerRows, "changesBetween" | "changesStored" | "accountNames"> {
  return {
    async changesBetween(first, last) {
      const sql = `SELECT ${changesColumns.sql} FROM ledger_changes WHERE number >= ? AND number <= ? ORDER BY number`;
      return (await rows(sql, first, last)).map((row) => changesColumns.read(row));
    },

    async changesStored() {
      const [row] = await rows(
        "SELECT MIN(number) AS first, MAX(number) AS last, COUNT(*) AS found, " +
          "(SELECT MAX(number) FROM ledger_batches) AS last_batch FROM ledger_changes",
      );
      if (row === undefined || row["first"] === null) return undefined;
      const { first, last, found: count, last_batch: lastBatch } = row;
      return { first: Number(first), last: Number(last), count: Number(count), lastBatch: Number(lastBatch) };
    },

    async accountNames(ids) {
      if (ids.length === 0) return new Map();
      const sql = `SELECT id, owner, asset FROM ledger_accounts WHERE id IN ${placeholders(1, ids.length)}`;
      const found = await rows(sql, ...ids);
      return new Map(
        found.map((row) => [Number(row["id"]), { owner: row["owner"] as string, asset: row["asset"] as string }]),
      );
    },
  };
}

function postingRows(
  rows: ReadRows,
  postings: StoredPostings,
): Pick<LedgerRows, "postingsAfter" | "postedAccountAfter"> {
  return {
    async postingsAfter(owner, asset, after, count) {
      const [account] = await rows("SELECT id FROM ledger_accounts WHERE owner = ? AND asset = ?", owner, asset);
      const found: PlacedPosting[] = [];
      if (account === undefined) return found;
      const { sequence, leg } = after ?? beforeAll;
      for await (const posting of postings.ascending(account["id"] as bigint, sequence - 1)) {
        if (posting.sequence === sequence && posting.leg <= leg) continue;
        // One that is stored twice is returned twice, so that the audit reports it; the next page begins after it.
        const last = found.at(-1);
        const isTwice = last?.sequence === posting.sequence && last.leg === posting.leg;
        if (found.length >= count && !isTwice) break;
        found.push(posting);
      }
      return found;
    },

    async postedAccountAfter(id) {
      const next = (table: string) =>
        "SELECT account, EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.id = p.account) AS is_stored " +
        `FROM ${table} p WHERE account > ?`;
      const sql = `${next("ledger_early_postings")} UNION ALL ${next("ledger_posting_pages")} ORDER BY account LIMIT 1`;
      const after = id ?? beforeAll.sequence;
      const [row] = await rows(sql, after, after);
      return row && { id: row["account"] as bigint, isStored: row["is_stored"] !== 0n };
    },
  };
}

/** Start position before every posting; smaller than any number that the service writes. */
const beforeAll = { sequence: Number.MIN_SAFE_INTEGER + 1, leg: 0 };

/**
 * Returns the stored rows of a ledger, for an audit: changes of accounts that cannot be read are none here, so that it finds them
 * and goes on. Accounts that lack them are as of earlier batches.
 */
export function rowsOfLedger(manager: EntityManager): LedgerRows {
  const completeRows = followedChanges(manager, addReadable);
  return ledgerRows(manager, storedAccounts(manager, completeRows), storedPostings(manager, completeRows));
}
