import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { rowsOfLedger } from "../../../../server/modules/ledger/store/rows.ts";
import { onEveryDatabase, sqlite } from "../../../support/database/databases.ts";
import { Random } from "../../../support/laws/random.ts";
import { lawSeed as seed } from "../../../support/laws/seed.ts";
import { expectConsistent, findingsIn } from "../../../support/ledger/consistency.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { transfer } from "../../../support/ledger/requests.ts";

const runs = Number(process.env["LAW_RUNS"] ?? 30);

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
  const told =
    "what batch 2 has changed of the accounts (ledger_changes) cannot be read (they end within an integer): " +
    "stop the service and run `platonic ledger rebuild`";
  for (let tries = 0; tries < 3; tries++) {
    await expect(second.ledger.submit(transfer(ada, eve, 900n))).rejects.toThrow(told);
    await expect(second.ledger.balances(ada)).rejects.toThrow(told);
  }
});

onEveryDatabase("changes of accounts that are damaged", (engine) => {
  it("are found by the check, which goes on, whatever was made of them", async () => {
    const random = new Random(seed);
    const { database, ledger, addWallet } = await openLedgerFixture(engine, { checkpointEntries: 100 });
    const [ada, eve] = [await addWallet(1_000n), await addWallet(5n)];
    for (let paid = 0; paid < 4; paid++) entryOf(await ledger.submit(transfer(ada, eve, 9n)));
    const write = (bytes: Uint8Array, number: number) =>
      database.transact((manager) =>
        manager.query("UPDATE ledger_changes SET bytes = ? WHERE number = ?", [bytes, number]),
      );
    const isFound = expect.stringMatching(
      /^batch \d: its changes of accounts (cannot be read|are not those of its entries)$/,
    );
    await database.transact((manager) => manager.query("DELETE FROM ledger_turn"));
    for (let run = 0; run < runs; run++) {
      const number = run === 0 ? 6 : 1 + random.below(6);
      const [row] = await database.manager.query("SELECT bytes FROM ledger_changes WHERE number = ?", [number]);
      const changed = Buffer.from(row.bytes);
      // The first one is the length of a change.
      changed[run === 0 ? 1 : random.below(changed.length)] = run === 0 ? 126 : random.below(256);
      if (changed.equals(row.bytes)) continue;
      await write(random.chance(0.2) ? changed.subarray(0, random.below(changed.length)) : changed, number);
      const findings = await findingsIn(rowsOfLedger(database.manager));
      expect(findings).toContainEqual(isFound);
      expect(findings).toContain("ledger_turn: the row by which writers take turns is not stored");
      await write(row.bytes, number);
    }
  });
});
