import type { EntityManager } from "typeorm";
import type { StoredRow } from "../../../../database/dialect.ts";
import type { AccountRow } from "../../domain/rows.ts";
import type { RecentChanges } from "../../engine/checkpoint/recent-changes.ts";
import { accountFactColumns, newAccountColumns } from "../ledger-row.ts";
import { type CompleteRows, changesOfRows } from "./stored-changes.ts";

/** The accounts as of one batch: their rows, with what the batches since have changed. */
export interface StoredAccounts {
  /** @param where end of a selection from `ledger_accounts a` */
  select(where: string, ...values: readonly unknown[]): Promise<AccountRow[]>;
  /** Returns the accounts of an owner that have postings, by asset. */
  postedOf(owner: string): Promise<AccountRow[]>;
}

export function storedAccounts(manager: EntityManager, completeRows: CompleteRows): StoredAccounts {
  const names = [...new Set([...accountFactColumns.names, ...newAccountColumns.names])].map((name) => `a.${name}`);
  const isEarly = "EXISTS (SELECT 1 FROM ledger_early_postings p WHERE p.account = a.id) AS is_early";

  function read(selected: string, where: string, values: readonly unknown[]): Promise<Read[]> {
    const sql = `SELECT ${selected}, ${changesOfRows} FROM ledger_accounts a ${where}`;
    return completeRows(
      () => manager.query(sql, [...values]),
      (rows, recent) => rows.map((row) => accountOf(row, recent)),
    );
  }

  return {
    async select(where, ...values) {
      return (await read(names.join(", "), where, values)).map(({ account }) => account);
    },

    async postedOf(owner) {
      const found = await read([...names, isEarly].join(", "), "WHERE a.owner = ? ORDER BY a.asset", [owner]);
      return found.filter(({ isPosted }) => isPosted).map(({ account }) => account);
    },
  };
}

interface Read {
  readonly account: AccountRow;
  readonly isPosted: boolean;
}

function accountOf(row: StoredRow, recent: RecentChanges): Read {
  const { id, asOf, balance, spentDay, spent } = accountFactColumns.read(row);
  const sums = recent.sums(id, asOf);
  const checkpoint = { asOf, balance, spentDay, spent };
  return {
    account: { ...newAccountColumns.read(row), ...sums, checkpoint },
    isPosted: asOf !== null || sums !== undefined || row["is_early"] === 1n,
  };
}
