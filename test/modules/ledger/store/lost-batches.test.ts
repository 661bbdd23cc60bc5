import { expect, it } from "vitest";
import type { Database } from "../../../../server/database/source.ts";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { transactionErrors } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { deposit, transfer } from "../../../support/ledger/requests.ts";

const { TX_ERROR_INSUFFICIENT_FUNDS } = transactionErrors;

const tables = [
  "ledger_batches",
  "ledger_entries",
  "ledger_changes",
  "ledger_accounts",
  "ledger_posting_pages",
  "ledger_reversals",
];

/** Copies the tables of the ledger; returns a function that puts them back, as the survivor of a cluster would have them. */
async function kept(database: Database): Promise<() => Promise<void>> {
  for (const table of tables) await database.manager.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
  return () =>
    database.transact(async (manager) => {
      for (const table of tables) {
        await manager.query(`DELETE FROM ${table}`);
        await manager.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
      }
    });
}

const held = (balance: bigint) => [{ asset: standardAsset, balance }];

onEveryDatabase("a database that has lost its last batch", (engine) => {
  it("is decided on by what it has, also after others have written more batches than were lost", async () => {
    const one = await openLedgerFixture(engine);
    const two = await openLedgerFixture(engine, {}, one.location);
    const [ada, eve] = [await one.addWallet(1_000n), await one.addWallet()];
    const [carl, dora] = [await two.addWallet(1_000n), await two.addWallet()];
    const lose = await kept(one.database);
    expect(entryOf(await one.ledger.submit(transfer(ada, eve, 900n))).outcome).toBe(0);
    expect(await one.ledger.balances(eve)).toEqual(held(900n));
    await lose();
    for (const amount of [10n, 20n]) entryOf(await two.ledger.submit(transfer(carl, dora, amount)));

    expect(await one.ledger.balances(ada)).toEqual(held(1_000n));
    const { outcome } = entryOf(await one.ledger.submit(transfer(eve, carl, 500n)));
    expect(outcome).toBe(TX_ERROR_INSUFFICIENT_FUNDS);
    expect(entryOf(await one.ledger.submit(transfer(ada, dora, 900n))).outcome).toBe(0);
    for (const { ledger } of [one, two]) await expectConsistent(ledger);
  });

  it("is read as it is, also after as many batches as were lost", async () => {
    const { database, ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    const lose = await kept(database);
    entryOf(await ledger.submit(transfer(ada, eve, 900n)));
    expect(await ledger.balances(eve)).toEqual(held(900n));
    await lose();
    entryOf(await ledger.submit(deposit(eve, 5n)));
    expect([await ledger.balances(ada), await ledger.balances(eve)]).toEqual([held(1_000n), held(5n)]);
    await expectConsistent(ledger);
  });
});
