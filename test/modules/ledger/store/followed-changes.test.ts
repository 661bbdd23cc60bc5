import { expect, it } from "vitest";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { changesOfRows, followedChanges } from "../../../../server/modules/ledger/store/accounts/stored-changes.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { transfer } from "../../../support/ledger/requests.ts";

onEveryDatabase("changes of accounts", (engine) => {
  it("stay for a reader that has read a row and is slow, and go when it has ended", async () => {
    const { database, ledger, addWallet } = await openLedgerFixture(engine, { checkpointEntries: 4 });
    const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
    const completeRows = followedChanges(database.manager);
    const sequences = async () =>
      (await ledger.postingsAfter(ada, standardAsset, undefined, 500)).map((one) => one.sequence);
    const read = () =>
      database.manager.query(`SELECT a.id, ${changesOfRows} FROM ledger_accounts a WHERE owner = ? AND asset = ?`, [
        ada,
        standardAsset,
      ]);
    const [{ id }] = await read();
    const changesAfter = (sequence: number, readRows: typeof read = read) =>
      completeRows(readRows, (_, recent) =>
        [...recent.earliestSince(Number(id), sequence)].flatMap(({ postings }) => postings),
      );
    await changesAfter(0);
    const before = await sequences();

    const kept = await changesAfter(before.at(-1) as number, async () => {
      const rows = await read();
      for (let paid = 0; paid < 30; paid++) {
        await ledger.submit(transfer(ada, eve, 1n));
        await changesAfter(0);
      }
      return rows;
    });
    expect(kept.map(({ sequence }) => sequence)).toEqual((await sequences()).slice(before.length));
    await ledger.submit(transfer(ada, eve, 1n));
    expect((await changesAfter(0)).length).toBeLessThan(20);
  });

  it("are those of one moment for a reader that is slow, while batches come and go that nobody has followed", async () => {
    const { database, ledger, addWallet } = await openLedgerFixture(engine, { checkpointEntries: 4 });
    const [ada, eve, bob] = [await addWallet(1_000_000n), await addWallet(1n), await addWallet()];
    const completeRows = followedChanges(database.manager);
    const read = () =>
      database.manager.query(
        `SELECT a.id, a.balance, ${changesOfRows} FROM ledger_accounts a WHERE owner IN (?, ?) AND asset = ? ORDER BY id`,
        [ada, eve, standardAsset],
      );
    const balances = (readRows: typeof read = read) =>
      completeRows(readRows, (rows, recent) =>
        rows.map(({ id, as_of, balance }) => recent.sums(Number(id), Number(as_of))?.balance ?? balance),
      );
    await balances();

    let reads = 0;
    const found = await balances(async () => {
      const rows = await read();
      if (reads++ > 0) return rows;
      await ledger.submit(transfer(ada, eve, 500n));
      for (let paid = 0; paid < 30; paid++) await ledger.submit(transfer(ada, bob, 1n));
      await completeRows(
        () => database.manager.query(`SELECT ${changesOfRows} FROM ledger_accounts a`),
        () => undefined,
      );
      return rows;
    });
    expect(found).toEqual(await balances());
  });
});
