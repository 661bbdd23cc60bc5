import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, test } from "vitest";
import { isSignature } from "../../../../server/core/signing/signature.ts";
import { journalBounds } from "../../../../server/modules/ledger/journal/bounds.ts";
import { createComparison } from "../../../../server/modules/ledger/journal/comparison.ts";
import { openJournal } from "../../../../server/modules/ledger/journal/journal.ts";
import { openJournalFor } from "../../../../server/modules/ledger/journal/open.ts";
import { reapplication } from "../../../../server/modules/ledger/journal/reapplication.ts";
import { createReconciliation } from "../../../../server/modules/ledger/journal/reconciliation.ts";
import { storedContent } from "../../../../server/modules/ledger/store/stored-content.ts";
import { mariadb, onEveryDatabase, onMariadb, sqlite } from "../../../support/database/databases.ts";
import { temporaryDirectory } from "../../../support/database/temporary-database.ts";
import { policy } from "../../../support/ledger/constants.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { create, deposit, transfer } from "../../../support/ledger/requests.ts";

onEveryDatabase("the comparison of what was acknowledged", (engine) => {
  it("finds nothing where nothing is lost, and keeps files for as long as a database may lose what they tell", async () => {
    const { check, pay, journal, paths, clock } = await opened();
    await pay();
    await pay();
    expect(await check.compare()).toEqual([]);
    clock.aheadMs = journalBounds.fileAgeMsMax;
    expect(await check.compare()).toEqual([]);
    await pay();
    expect(journal.names).toHaveLength(2);
    clock.aheadMs = journalBounds.keptMs - 60_000;
    await check.compare();
    expect(journal.names).toHaveLength(2);
    clock.aheadMs = 3 * journalBounds.keptMs;
    await check.compare();
    await check.compare();
    expect([journal.names, paths()]).toEqual([[], []]);
  });

  it("names every entry and pending transaction that is gone, for as long as it is not dismissed", async () => {
    const { check, ledger, ada, eve, database, journal, clock, loseAfter } = await opened();
    const [paid, pending, deposited] = [transfer(ada, eve, 5n), create(ada, eve, 7n), deposit(eve, 3n)];
    for (const request of [paid, pending]) await ledger.submit(request);
    await ledger.submit(deposited);
    expect(await check.compare()).toEqual([]);
    await loseAfter(0);
    await database.transact((manager) => manager.query("DELETE FROM pending_transfers"));
    const findings = await check.compare();
    expect(findings.map(({ place }) => place)).toEqual([
      expect.stringMatching(/^acknowledged entry 1, /),
      `acknowledged entry 2, ${paid.id}`,
      `acknowledged pending transaction ${pending.id}`,
      `acknowledged entry 3, ${deposited.id}`,
    ]);
    clock.aheadMs = 2 * journalBounds.keptMs;
    expect(await check.compare()).toHaveLength(4);
    expect(await check.dismiss([paid.id, deposited.id, pending.id, "none"])).toBe(3);
    expect((await check.compare()).map(({ place }) => place)).toEqual([findings[0]?.place]);
    expect(journal.names.length).toBeGreaterThan(0);
  });

  it("reports a damaged line in the middle of a file, compares the others, and keeps the file", async () => {
    const { check, pay, paths, clock, journal } = await opened();
    for (let count = 0; count < 3; count++) await pay();
    const [path] = paths() as [string];
    const bytes = readFileSync(path);
    bytes[bytes.indexOf("\n") + 30] = 0;
    writeFileSync(path, bytes);
    const [name] = journal.names as [string];
    const finding = { place: `journal file ${name}`, flaw: expect.stringMatching(/^is damaged at byte \d+: what was/) };
    expect(await check.compare()).toEqual([finding]);
    clock.aheadMs = 2 * journalBounds.keptMs;
    expect(await check.compare()).toEqual([finding]);
    expect(await check.dismiss([name])).toBe(1);
    expect(await check.compare()).toEqual([]);
  });

  it("looks at what is new, and at everything again when the last batch that it found is gone", async () => {
    const { comparison, pay, loseAfter } = await opened();
    await pay();
    await pay();
    expect(await comparison.compare(false)).toEqual([]);
    await loseAfter(2);
    await pay();
    expect((await comparison.compare(false)).map(({ place }) => place)).toEqual([
      expect.stringMatching(/^acknowledged entry 3, /),
    ]);
  });

  it("is made when the database is back after an outage", async () => {
    const { check, journal, pay, loseAfter, logged } = await opened();
    await pay();
    await loseAfter(1);
    journal.databaseLost();
    await pay();
    await check.close();
    expect(logged).toEqual([{ finding: expect.stringMatching(/^acknowledged entry 2, .* its id is that of|is gone/) }]);
  });

  /** Opens a ledger with a journal in a new folder, and the check of it, which compares when it is told to. */
  async function opened() {
    const root = temporaryDirectory();
    const clock = { aheadMs: 0 };
    const now = () => Date.now() + clock.aheadMs;
    const journal = openJournal({ root, now });
    onTestFinished(() => journal.close());
    const { ledger, addWallet, database } = await openLedgerFixture(engine, { journal });
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    const reapply = reapplication({
      ledger,
      identities: { publicKey: async () => undefined },
      policy,
      isSignature,
      now,
    });
    const logged: unknown[] = [];
    const log = { error: (one: unknown) => void logged.push(one), warn: (one: unknown) => void logged.push(one) };
    const deps = { journal, lookup: storedContent(database.manager), reapply, policy, log, now };
    const check = createReconciliation(deps);
    onTestFinished(() => check.close());
    return {
      ledger,
      database,
      journal,
      check,
      comparison: createComparison(deps),
      logged,
      clock,
      ada,
      eve,
      pay: () => ledger.submit(transfer(ada, eve, 1n)),
      paths: () =>
        readdirSync(root, { recursive: true, encoding: "utf8" })
          .filter((name) => name.endsWith(".journal"))
          .map((name) => join(root, name)),
      /** Removes the entries after one with their batches, as if they had never been. */
      loseAfter: (sequence: number) =>
        database.transact(async (manager) => {
          await manager.query(`DELETE FROM ledger_batches WHERE last_sequence > ${sequence}`);
          await manager.query(`DELETE FROM ledger_entries WHERE sequence > ${sequence}`);
          await manager.query(`DELETE FROM ledger_changes WHERE last_sequence > ${sequence}`);
        }),
    };
  }
});

onMariadb("the journal", () => {
  it("is kept beside a single server only if it is asked for", async () => {
    const database = await mariadb.open();
    for (const setting of ["auto", "off"] as const) {
      expect(await openJournalFor(database, setting, database.location.dataDirectory)).toBeUndefined();
    }
    const journal = await openJournalFor(database, "on", database.location.dataDirectory);
    expect(journal?.names).toEqual([]);
    await journal?.close();
  });
});

test("SQLite has no journal, whatever is asked for", async () => {
  const database = await sqlite.open();
  expect(await openJournalFor(database, "on", database.location.dataDirectory)).toBeUndefined();
});
