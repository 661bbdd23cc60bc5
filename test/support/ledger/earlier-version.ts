import type { Database } from "../../../server/database/source.ts";
import type { Ledger } from "../../../server/modules/ledger/domain/requests.ts";

/** Stores the postings and sums of a ledger as the versions before packed postings did. Open the ledger anew afterwards. */
export async function asEarlierVersion(database: Database, ledger: Ledger): Promise<void> {
  const accounts = await ledger.accountsAfter(undefined, 10_000);
  const postings = await Promise.all(
    accounts.map(({ owner, asset }) => ledger.postingsAfter(owner, asset, undefined, 10_000)),
  );
  await database.transact(async (manager) => {
    await manager.query("DELETE FROM ledger_changes");
    await manager.query("DELETE FROM ledger_posting_pages");
    for (const [index, { owner, asset, balance, spentDay, spent }] of accounts.entries()) {
      const [row] = await manager.query("SELECT id FROM ledger_accounts WHERE owner = ? AND asset = ?", [owner, asset]);
      await manager.query(
        "UPDATE ledger_accounts SET balance = ?, spent_day = ?, spent = ?, as_of = NULL, tail = NULL WHERE id = ?",
        [balance, spentDay, spent, row.id],
      );
      for (const posting of postings[index] ?? []) {
        await manager.query("INSERT INTO ledger_early_postings VALUES (?, ?, ?, ?, ?, ?)", [
          row.id,
          posting.sequence,
          posting.leg,
          posting.kind,
          posting.amount,
          posting.balance,
        ]);
      }
    }
  });
}
