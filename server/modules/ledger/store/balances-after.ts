import type { EntityManager } from "typeorm";
import type { StoredRow } from "../../../database/dialect.ts";
import type { AssetCode } from "../domain/assets.ts";
import { askPostings } from "./postings.ts";

/** Reads the balances of an owner after an entry, with one index look-up of postings for each account. */
export async function balancesAfter(
  manager: EntityManager,
  owner: string,
  sequence: number,
): Promise<{ readonly asset: AssetCode; readonly balance: bigint }[]> {
  const sql = "SELECT id, asset FROM ledger_accounts WHERE owner = ? ORDER BY asset";
  const accounts: StoredRow[] = await manager.query(sql, [owner]);
  const balances: { asset: AssetCode; balance: bigint }[] = [];
  for (const { id, asset } of accounts) {
    const balance = await balanceAfter(manager, id, sequence);
    if (balance !== undefined) balances.push({ asset: asset as string, balance });
  }
  return balances;
}

/** Returns the balance after the last posting of an account up to an entry; undefined if there is none. */
async function balanceAfter(manager: EntityManager, account: unknown, sequence: number): Promise<bigint | undefined> {
  // Each table is searched separately from its end, because a database might sort the rows of both first.
  const [last] = await askPostings(
    manager,
    (table) =>
      "SELECT * FROM (SELECT sequence, leg, balance FROM " +
      `${table} WHERE account = ? AND sequence <= ? ORDER BY sequence DESC, leg DESC LIMIT 1) AS last_of_${table}`,
    [account, sequence],
    "ORDER BY sequence DESC, leg DESC LIMIT 1",
  );
  if (last === undefined) return undefined;
  return (last["balance"] as bigint | null) ?? sumUpTo(manager, account, sequence);
}

/** Adds up the postings, for those of versions that did not store the balance with each. */
async function sumUpTo(manager: EntityManager, account: unknown, sequence: number): Promise<bigint> {
  const rows = await askPostings(
    manager,
    (table) =>
      `SELECT CAST(COALESCE(SUM(amount), 0) AS CHAR) AS total FROM ${table} WHERE account = ? AND sequence <= ?`,
    [account, sequence],
  );
  return rows.reduce((sum, { total }) => sum + BigInt(total as string), 0n);
}
