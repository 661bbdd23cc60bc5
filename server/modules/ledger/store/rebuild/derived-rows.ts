import type { EntityManager } from "typeorm";
import { columnsOf, into } from "../../../../database/column-list.ts";
import type { StoredRow } from "../../../../database/dialect.ts";
import { dialectOf } from "../../../../database/dialects.ts";
import { insertRows, selectRows } from "../../../../database/statements.ts";
import { standardAsset } from "../../domain/assets.ts";
import type { DerivedRows, PageRange } from "../../engine/rebuild/derived-rows.ts";
import { holdColumns } from "../hold-row.ts";
import {
  changesColumns,
  ledgerAccountRows,
  ledgerPostingRows,
  newAccountColumns,
  pageColumns,
  postingPageRows,
} from "../ledger-row.ts";
import { reversalColumns } from "../reversal-row.ts";
import { toNewAccountRow } from "../row-conversion.ts";
import { rowsOfLedger } from "../rows.ts";

/** Reads and writes the rows of a ledger within a transaction. */
export function derivedRows(manager: EntityManager): DerivedRows {
  const run: Run = (sql, ...values) => manager.query(sql, [...values]);
  return {
    ...rowsOfLedger(manager),
    ...accountRows(manager, run),
    ...pageRows(manager, run),
    ...earlyRows(run),
    ...countedRows(manager, run),

    async addTurn() {
      await run("INSERT INTO ledger_turn VALUES (1)");
    },

    async setChanges(changes) {
      await run("DELETE FROM ledger_changes");
      await insertRows(manager, changesColumns, [changes]);
    },

    async removeChanges() {
      await run("DELETE FROM ledger_changes");
    },
  };
}

type Run = (sql: string, ...values: readonly unknown[]) => Promise<StoredRow[]>;

const accountColumns = columnsOf(ledgerAccountRows);
const rangeColumns = columnsOf(postingPageRows, ["firstSequence", "lastSequence"]);
const earlyColumns = columnsOf(ledgerPostingRows);

type AccountParts = "accountsWithPages" | "addAccount" | "setAccounts" | "addAccountsOfWallets";

function accountRows(manager: EntityManager, run: Run): Pick<DerivedRows, AccountParts> {
  const add = (owner: string, asset: string) =>
    insertRows(manager, newAccountColumns, [toNewAccountRow({ owner, asset })]);
  const derived = ["balance", "spent_day", "spent", "held", "is_customer", "as_of", "tail"];
  const overwrite = dialectOf(manager).overwrite(derived);
  return {
    async accountsWithPages(after, count) {
      const names = [
        ...accountColumns.names.map((name) => `a.${name}`),
        ...rangeColumns.names.map((name) => `p.${name}`),
      ];
      const sql =
        `SELECT ${names.join(", ")} FROM ledger_accounts a LEFT JOIN ledger_posting_pages p ON p.account = a.id AND ` +
        "p.first_sequence = (SELECT MIN(f.first_sequence) FROM ledger_posting_pages f WHERE f.account = a.id) " +
        "WHERE a.id > ? ORDER BY a.id LIMIT ?";
      return (await run(sql, after, count)).map((row) => ({
        row: accountColumns.read(row),
        firstPage: row["first_sequence"] === null ? undefined : rangeColumns.read(row),
      }));
    },

    async addAccount({ owner, asset }) {
      await add(owner, asset);
      const [row] = await run("SELECT id FROM ledger_accounts WHERE owner = ? AND asset = ?", owner, asset);
      return Number(row?.["id"]);
    },

    async setAccounts(rows) {
      const sql = `INSERT ${into(accountColumns, rows.length)} ${overwrite}`;
      await run(sql, ...rows.flatMap((row) => accountColumns.values(row)));
    },

    async addAccountsOfWallets() {
      const without = await run(
        "SELECT identity_id FROM wallets w WHERE NOT EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.owner = w.identity_id)",
      );
      for (const row of without) await add(row["identity_id"] as string, standardAsset);
      return without.length;
    },
  };
}

type PageParts = "page" | "pageAfter" | "addPage" | "removePage" | "removeStrayPages";

function pageRows(manager: EntityManager, run: Run): Pick<DerivedRows, PageParts> {
  return {
    async page(account, firstSequence) {
      const [page] = await selectRows(manager, pageColumns, "account = ? AND first_sequence = ?", [
        account,
        firstSequence,
      ]);
      return page;
    },

    async pageAfter(account, firstSequence) {
      const condition = "account = ? AND first_sequence > ? ORDER BY first_sequence LIMIT 1";
      const [range]: PageRange[] = await selectRows(manager, rangeColumns, condition, [account, firstSequence]);
      return range;
    },

    addPage: (page) => insertRows(manager, pageColumns, [page]),

    async removePage(account, firstSequence) {
      await run("DELETE FROM ledger_posting_pages WHERE account = ? AND first_sequence = ?", account, firstSequence);
    },

    async removeStrayPages() {
      const ofNone = "FROM ledger_posting_pages WHERE account NOT IN (SELECT id FROM ledger_accounts)";
      const [row] = await run(`SELECT COUNT(*) AS found ${ofNone}`);
      await run(`DELETE ${ofNone}`);
      return Number(row?.["found"]);
    },
  };
}

/** Rows per read. */
const pageSize = 1_000;

function earlyRows(run: Run): Pick<DerivedRows, "earlyPostings" | "removeEarlyPostings"> {
  return {
    async *earlyPostings() {
      const sql =
        `SELECT ${earlyColumns.sql} FROM ledger_early_postings WHERE account > ? OR (account = ? AND (sequence > ? OR ` +
        `(sequence = ? AND leg > ?))) ORDER BY account, sequence, leg LIMIT ${pageSize}`;
      for (let [account, sequence, leg] = [Number.MIN_SAFE_INTEGER, 0, 0]; ; ) {
        const page = (await run(sql, account, account, sequence, sequence, leg)).map((row) => earlyColumns.read(row));
        yield* page;
        const last = page.at(-1);
        if (last === undefined) return;
        ({ account, sequence, leg } = last);
      }
    },

    async removeEarlyPostings() {
      await run("DELETE FROM ledger_early_postings");
    },
  };
}

type CountedParts = "setHold" | "removeHold" | "holdCount" | "setReversal" | "removeReversal";

function countedRows(manager: EntityManager, run: Run): Pick<DerivedRows, CountedParts> {
  const { overwrite } = dialectOf(manager);
  const unkeyed = (names: readonly string[], ...keys: readonly string[]) =>
    names.filter((name) => !keys.includes(name));
  const [allOfHold, sums] = [unkeyed(holdColumns.names, "id"), unkeyed(reversalColumns.names, "reversed", "sequence")];
  return {
    async setHold(hold) {
      await run(`INSERT ${into(holdColumns)} ${overwrite(allOfHold)}`, ...holdColumns.values(hold));
    },

    async removeHold(id) {
      await run("DELETE FROM holds WHERE id = ?", id);
    },

    async holdCount() {
      const [row] = await run("SELECT COUNT(*) AS found FROM holds");
      return Number(row?.["found"]);
    },

    async setReversal(row) {
      await run(`INSERT ${into(reversalColumns)} ${overwrite(sums)}`, ...reversalColumns.values(row));
    },

    async removeReversal({ reversed, sequence }) {
      await run("DELETE FROM ledger_reversals WHERE reversed = ? AND sequence = ?", reversed, sequence);
    },
  };
}
