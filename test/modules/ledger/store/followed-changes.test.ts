import { expect, it } from "vitest";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { followedChanges } from "../../../../server/modules/ledger/store/accounts/stored-changes.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { transfer } from "../../../support/ledger/requests.ts";

onEveryDatabase("changes of accounts", (engine) => {
  it("stay for a reader that has read a row and is slow, and go when it has ended", async () => {
    const { database, ledger, addWallet } = await openLedgerFixture(engine, { checkpointEntries: 4 });
    const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
    const withChanges = followedChanges(database.manager);
    const sequences = async () =>
      (await ledger.postingsAfter(ada, standardAsset, undefined, 500)).map((one) => one.sequence);
    const [{ id }] = await database.manager.query("SELECT id FROM ledger_accounts WHERE owner = ? AND asset = ?", [
      ada,
      standardAsset,
    ]);
    const before = await sequences();
    await ledger.submit(transfer(ada, eve, 1n));

    await withChanges(async (recent) => {
      const since = before.at(-1) as number;
      for (let paid = 0; paid < 30; paid++) {
        await ledger.submit(transfer(ada, eve, 1n));
        await withChanges(async () => {});
      }
      const kept = recent.since(Number(id), since).flatMap(({ postings }) => postings);
      expect(kept.map(({ sequence }) => sequence)).toEqual((await sequences()).slice(before.length));
    });

    await withChanges(async (recent) => {
      expect(recent.since(Number(id), 0).length).toBeLessThan(20);
    });
  });
});
