import type { EntityManager } from "typeorm";
import type { StoredRow } from "../../../database/dialect.ts";
import type { LedgerRows } from "../domain/rows.ts";
import { holdRowReads } from "./holds.ts";
import { batchColumns, chainEndColumns, entryColumns, newAccountColumns, placedPostingColumns } from "./ledger-row.ts";
import { pendingTransferColumns } from "./pending-transfer-row.ts";
import { askPostings } from "./postings.ts";
import { reversalRows } from "./reversals.ts";
import { lastBatch } from "./row-conversion.ts";

/** Reads the stored rows of a ledger. */
export function ledgerRows(manager: EntityManager): LedgerRows {
  const rows: ReadRows = (sql, ...values) => manager.query(sql, [...values]);
  return {
    ...chainRows(rows),
    ...accountRows(rows),
    ...postingRows(manager),
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

function accountRows(rows: ReadRows): Pick<LedgerRows, "accountsAfter" | "account"> {
  return {
    async accountsAfter(after, count) {
      const { owner, asset } = after ?? { owner: "", asset: "" };
      const sql = `${accounts} WHERE owner >= ? AND (owner > ? OR asset > ?) ORDER BY owner, asset LIMIT ?`;
      return (await rows(sql, owner, owner, asset, count)).map((row) => newAccountColumns.read(row));
    },

    async account({ owner, asset }) {
      const [row] = await rows(`${accounts} WHERE owner = ? AND asset = ?`, owner, asset);
      return row && newAccountColumns.read(row);
    },
  };
}

function postingRows(manager: EntityManager): Pick<LedgerRows, "postingsAfter" | "postedAccountAfter"> {
  return {
    async postingsAfter(owner, asset, after, count) {
      const { sequence, leg } = after ?? beforeAll;
      const found = await askPostings(
        manager,
        (table) =>
          `SELECT ${placedPostingColumns.sql} FROM ${table} WHERE ` +
          "account = (SELECT id FROM ledger_accounts WHERE owner = ? AND asset = ?) AND sequence >= ? AND " +
          "(sequence > ? OR leg > ?)",
        [owner, asset, sequence, sequence, leg],
        `ORDER BY sequence, leg LIMIT ${count + 1}`,
      );
      const read = found.map((row) => placedPostingColumns.read(row));
      const [last, next] = read.slice(count - 1);
      // A row that is in both tables is returned twice, so that the audit reports it; the next page begins after it.
      const isTwice = next !== undefined && next.sequence === last?.sequence && next.leg === last.leg;
      return isTwice ? read : read.slice(0, count);
    },

    async postedAccountAfter(id) {
      const [row] = await askPostings(
        manager,
        (table) =>
          "SELECT account, EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.id = p.account) AS is_stored " +
          `FROM ${table} p WHERE account > ?`,
        [id ?? beforeAll.sequence],
        "ORDER BY account LIMIT 1",
      );
      return row && { id: row["account"] as bigint, isStored: row["is_stored"] !== 0n };
    },
  };
}

const accounts = `SELECT ${newAccountColumns.sql} FROM ledger_accounts`;

/** Start position before every posting; smaller than any number that the service writes. */
const beforeAll = { sequence: Number.MIN_SAFE_INTEGER, leg: 0 };
