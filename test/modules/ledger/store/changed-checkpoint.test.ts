import { expect, it } from "vitest";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { Random } from "../../../support/laws/random.ts";
import { lawSeed as seed } from "../../../support/laws/seed.ts";
import { findingsIn } from "../../../support/ledger/consistency.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { transfer } from "../../../support/ledger/requests.ts";
import { type Row, type Table, Tamperer, tables } from "./tampering.ts";

const named = (name: string) => tables.find((table) => table.name === name) as Table;
const [accounts, pages] = [named("ledger_accounts"), named("ledger_posting_pages")];
const checkpointEntries = 4;

type Change = (tamperer: Tamperer, table: Table, row: Row) => Promise<unknown>;

const to =
  (members: Row): Change =>
  (tamperer, table, row) =>
    tamperer.replace(table, [row], [{ ...row, ...members }]);
const by =
  (column: string): Change =>
  (tamperer, table, row) =>
    tamperer.change(table, row, column);
const removed: Change = (tamperer, table, row) => tamperer.remove(table, row);

onEveryDatabase("a wrong row of accounts or their postings", (engine) => {
  it.each<[string, Table, Change]>([
    ...["balance", "spent_day", "spent", "is_customer", "as_of", "tail"].map((column): [string, Table, Change] => [
      `another ${column}`,
      accounts,
      by(column),
    ]),
    ["a tail that cannot be read", accounts, to({ tail: Buffer.of(255, 255) })],
    ["no tail", accounts, to({ tail: null })],
    ["an earlier as_of", accounts, to({ as_of: 1n })],
    ["no as_of", accounts, to({ as_of: null })],
    ["neither tail nor as_of", accounts, to({ tail: null, as_of: null })],
    ["as_of after the end", accounts, to({ as_of: 1_000_000n })],
    ...["first_sequence", "last_sequence", "balance", "postings"].map((column): [string, Table, Change] => [
      `another ${column} of a page`,
      pages,
      by(column),
    ]),
    ["no pages", pages, removed],
  ])("keeps nobody else from paying, and is found: %s", async (_, table, change) => {
    const { database, ledger, addWallet } = await openLedgerFixture(engine, { checkpointEntries });
    const [ada, eve] = [await addWallet(10n ** 6n), await addWallet(10n ** 6n)];
    const [bob, carol] = [await addWallet(10n ** 6n), await addWallet()];
    for (let count = 0; count < 12; count++) entryOf(await ledger.submit(transfer(ada, eve, 10n)));
    const tamperer = new Tamperer(database, new Random(seed));
    const ids = (await tamperer.rows(accounts))
      .filter(({ owner }) => owner === ada || owner === eve)
      .map((row) => row["id"]);
    for (const row of await tamperer.rows(table)) {
      if (ids.includes(row[table === accounts ? "id" : "account"])) await change(tamperer, table, row);
    }
    for (let count = 0; count < 30; count++) {
      expect(entryOf(await ledger.submit(transfer(bob, carol, 10n))).outcome).toBe(0);
    }
    expect(await ledger.balances(carol)).toMatchObject([{ balance: 300n }]);
    expect(await findingsIn(ledger)).not.toEqual([]);
  });
});
