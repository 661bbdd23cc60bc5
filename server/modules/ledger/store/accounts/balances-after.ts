import type { EntityManager } from "typeorm";
import type { StoredRow } from "../../../../database/dialect.ts";
import type { AssetCode } from "../../domain/assets.ts";
import type { StoredPostings } from "./postings.ts";

/** Reads the balances of an owner after an entry. */
export async function balancesAfter(
  manager: EntityManager,
  postings: StoredPostings,
  owner: string,
  sequence: number,
): Promise<{ readonly asset: AssetCode; readonly balance: bigint }[]> {
  const sql = "SELECT id, asset FROM ledger_accounts WHERE owner = ? ORDER BY asset";
  const accounts: StoredRow[] = await manager.query(sql, [owner]);
  const balances: { asset: AssetCode; balance: bigint }[] = [];
  for (const { id, asset } of accounts) {
    const balance = await balanceAfter(manager, postings, id as bigint, sequence);
    if (balance !== undefined) balances.push({ asset: asset as string, balance });
  }
  return balances;
}

/** Returns the balance after the last posting of an account up to an entry; undefined if there is none. */
async function balanceAfter(manager: EntityManager, postings: StoredPostings, account: bigint, sequence: number) {
  for await (const { balance } of postings.descending(account, sequence + 1)) {
    return balance ?? sumUpTo(manager, account, sequence);
  }
  return undefined;
}

/** Adds up the postings, for those of versions that did not store the balance with each. */
async function sumUpTo(manager: EntityManager, account: bigint, sequence: number): Promise<bigint> {
  const [row]: StoredRow[] = await manager.query(
    "SELECT CAST(COALESCE(SUM(amount), 0) AS CHAR) AS total FROM ledger_early_postings WHERE account = ? AND sequence <= ?",
    [account, sequence],
  );
  return BigInt(row?.["total"] as string);
}
