import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { sqlite } from "../../../support/database/databases.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { transfer } from "../../../support/ledger/requests.ts";

/** Makes the next reading of the accounts' changes fail as a disk does. */
function failNextReading(): void {
  const prototype = Object.getPrototypeOf(new Sqlite(":memory:").prepare("SELECT 1"));
  const { all } = prototype;
  const restore = () => {
    prototype.all = all;
  };
  onTestFinished(restore);
  prototype.all = function (...given: unknown[]) {
    if (!/FROM ledger_changes WHERE number > \? ORDER BY number$/.test(this.source)) return all.apply(this, given);
    restore();
    throw new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR_READ");
  };
}

it("changes of accounts that cannot be read once are read again before anything is decided", async () => {
  const first = await openLedgerFixture(sqlite);
  const [ada, eve] = [await first.addWallet(1_000n), await first.addWallet()];
  entryOf(await first.ledger.submit(transfer(ada, eve, 900n)));
  // Another process begins, and follows the batches of the first one afterwards: either reading fails once.
  const second = await openLedgerFixture(sqlite, {}, first.location);
  for (const amount of [5n, 7n]) {
    failNextReading();
    await second.ledger.submit(transfer(eve, ada, amount)).catch(() => undefined);
    expect(entryOf(await second.ledger.submit(transfer(ada, eve, 3n))).outcome).toBe(0);
    entryOf(await first.ledger.submit(transfer(ada, eve, 1n)));
  }
  await expectConsistent(second.ledger);
});

it("changes of accounts that are damaged stop payments, and none is decided without them", async () => {
  const first = await openLedgerFixture(sqlite);
  const [ada, eve] = [await first.addWallet(1_000n), await first.addWallet()];
  entryOf(await first.ledger.submit(transfer(ada, eve, 900n)));
  await first.database.manager.query("UPDATE ledger_changes SET bytes = x'ff' WHERE number = 2");
  const second = await openLedgerFixture(sqlite, {}, first.location);
  for (let tries = 0; tries < 3; tries++) {
    await expect(second.ledger.submit(transfer(ada, eve, 900n))).rejects.toThrow("they end within");
  }
});
