// @module-tag slow/exhaustive

import { expect, it, onTestFinished } from "vitest";
import type { Database } from "../../../../server/database/source.ts";
import { microAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { entryKinds } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import type { Ledger } from "../../../../server/modules/ledger/domain/requests.ts";
import { rebuildLedger } from "../../../../server/modules/ledger/rebuild.ts";
import { openLedger } from "../../../../server/modules/ledger/store/ledger.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { Random } from "../../../support/laws/random.ts";
import { lawSeed as seed } from "../../../support/laws/seed.ts";
import { expectConsistent, findingsIn } from "../../../support/ledger/consistency.ts";
import { policy, someDayMs, twoForOne } from "../../../support/ledger/constants.ts";
import { asEarlierVersion } from "../../../support/ledger/earlier-version.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import {
  capture,
  deposit,
  exchange,
  hold,
  release,
  reversal,
  transfer,
  withdrawal,
} from "../../../support/ledger/requests.ts";
import { earlyPostings, type Row, type Table, Tamperer, tables } from "./tampering.ts";

const runs = Number(process.env["LAW_RUNS"] ?? 12);
const nobody = async () => undefined;
const untouched = { accounts: 0, pages: 0, changes: 0, holds: 0, reversals: 0, turns: 0 };

/** The tables that follow from the entries. */
const derived: readonly Table[] = [
  ...tables.filter(({ name }) => name !== "ledger_entries" && name !== "ledger_batches"),
  { name: "ledger_accounts", key: ["id"], columns: ["held"] },
  {
    name: "holds",
    key: ["id"],
    columns: [
      "sender",
      "recipient",
      "asset",
      "amount",
      "fee",
      "captured",
      "captured_fee",
      "state",
      "ends_at",
      "held_at",
    ],
  },
].map((table) => (table.name === "ledger_accounts" ? { ...table, columns: accountColumns() } : table));

function accountColumns(): string[] {
  return ["owner", "asset", "balance", "spent_day", "spent", "is_customer", "as_of", "tail", "held"];
}

/** The tables that nothing here may change. */
const kept: readonly Table[] = [
  ...tables.filter(({ name }) => name === "ledger_entries" || name === "ledger_batches"),
  { name: "pending_transfers", key: ["id"], columns: [] },
  { name: "exchange_quotes", key: ["id"], columns: [] },
  { name: "wallets", key: ["identity_id"], columns: [] },
];

onEveryDatabase("a rebuilt ledger", (engine) => {
  /** A ledger with entries of every kind, in batches of one and of several, with pages and changes. */
  async function openFixture(checkpointEntries = 16) {
    const fixture = await openLedgerFixture(engine, { checkpointEntries });
    const { database, ledger, location, addWallet } = fixture;
    const [ada, eve, bob] = [
      await addWallet(10n ** 10n, { autoExchange: true }),
      await addWallet(),
      await addWallet(500n),
    ];
    const paid = transfer(ada, eve, 1_000n);
    const holds = [700n, 800n, 900n, 650n].map((amount) => hold(ada, eve, amount, someDayMs + 60_000));
    const captured = capture(eve, holds[0]?.id as string, 300n, { keepRest: true });
    const many = Array.from({ length: 150 }, (_, index) =>
      transfer(ada, index % 2 === 0 ? eve : bob, BigInt(index + 1)),
    );
    const requests = [
      [paid, transfer(eve, ada, 5_000n), ...holds],
      many.slice(0, 90),
      [captured, capture(eve, holds[1]?.id as string, 800n)],
      [release(eve, holds[2]?.id as string), exchange(ada, 10_000n)],
      [transfer(eve, ada, 300n, { reverses: paid.id }), reversal(eve, ada, 500n, paid.id)],
      [reversal(eve, ada, 100n, captured.id), deposit(eve, 10n, { asset: "EUR" }), withdrawal(ada, 9n)],
      [transfer(ada, eve, 10n ** 11n, { asset: microAsset })],
      many.slice(90),
      [reversal(eve, ada, 50n, captured.id), transfer(bob, ada, 7n)],
      [transfer(bob, eve, 3n)],
    ];
    for (const batch of requests) await Promise.all(batch.map((request) => ledger.submit(request)));
    expect(await findingsIn(ledger)).toEqual([]);
    const ids = [paid, ...holds, captured].map(({ id }) => id);
    return { ...fixture, database, location, checkpointEntries, ids, ada, eve, bob };
  }

  type Fixture = Awaited<ReturnType<typeof openFixture>>;

  /** Opens the ledger as a start does. */
  async function reopened({ database, checkpointEntries }: Fixture): Promise<Ledger> {
    const rules = { policy, rates: () => twoForOne, now: () => someDayMs };
    const ledger = await openLedger(database, { ...rules, checkpointEntries });
    onTestFinished(() => ledger.close());
    return ledger;
  }

  /** All that callers see of a ledger. */
  async function seen(ledger: Ledger, { ids }: Fixture) {
    const accounts = (await ledger.accountsAfter(undefined, 1_000)).map(({ checkpoint: _, ...account }) => account);
    const posted = [];
    for (const account of accounts) {
      const postings = await ledger.postingsAfter(account.owner, account.asset, undefined, 1_000);
      if (postings.length > 0) posted.push({ account, postings });
    }
    const owners = [...new Set(posted.map(({ account }) => account.owner))];
    const everything = { kinds: Object.values(entryKinds), count: 500, fromMs: undefined, untilMs: undefined };
    return {
      posted,
      balances: await Promise.all(owners.map((owner) => ledger.balances(owner))),
      balancesThen: await Promise.all(owners.map((owner) => ledger.balancesAt(owner, 60))),
      histories: await Promise.all(
        owners.map((owner) => ledger.history({ owner, ...everything, beforeSequence: undefined })),
      ),
      holds: await Promise.all(ids.map((id) => ledger.hold(id))),
      reversed: await ledger.reversedOf(ids),
      reversals: await Promise.all(ids.map((id) => ledger.reversalIds(id, 100))),
    };
  }

  async function contentsOf(database: Database, of: readonly Table[]) {
    const tamperer = new Tamperer(database, new Random(seed));
    return Promise.all(of.map((table) => tamperer.rows(table)));
  }

  /** Changes, removes or copies some derived rows. */
  async function damage({ database }: Fixture, random: Random): Promise<void> {
    const tamperer = new Tamperer(database, random);
    for (let left = 1 + random.below(6); left > 0; left--) {
      const table = random.pick(derived);
      const rows = await tamperer.rows(table);
      if (rows.length === 0) continue;
      const row = random.pick(rows);
      const kind = random.below(5);
      if (kind === 0) await removeRow(database, table, row);
      else if (kind === 1 && table.key.length > 1) await copyRow(database, table, row, random);
      else await change(database, table, row, random);
    }
  }

  it(`is what it was, whatever derived rows were damaged (LAW_SEED=${seed} LAW_RUNS=${runs})`, async () => {
    const random = new Random(seed);
    const fixture = await openFixture();
    const { database, ledger, ada, bob } = fixture;
    for (let run = 0; run < runs; run++) {
      const [before, log] = [await seen(await reopened(fixture), fixture), await contentsOf(database, kept)];
      await damage(fixture, random);
      await rebuildLedger(database, nobody);
      const after = await reopened(fixture);
      expect(await findingsIn(after), `run ${run}`).toEqual([]);
      expect(await seen(after, fixture), `run ${run}`).toEqual(before);
      expect(await contentsOf(database, kept), `run ${run}`).toEqual(log);
      expect(await rebuildLedger(database, nobody)).toMatchObject(untouched);
      const paid = await Promise.all([3n, 4n, 5n].map((amount) => after.submit(transfer(ada, bob, amount))));
      expect(paid.map((outcome) => entryOf(outcome).outcome)).toEqual([0, 0, 0]);
    }
    await expectConsistent(await reopened(fixture));
    await ledger.close();
  });

  it("stays as it is when nothing was damaged, however far its rows are behind", async () => {
    for (const checkpointEntries of [4, 40, 100_000]) {
      const fixture = await openFixture(checkpointEntries);
      const before = await seen(fixture.ledger, fixture);
      expect(await rebuildLedger(fixture.database, nobody)).toMatchObject({ ...untouched, batches: 12 });
      expect(await seen(await reopened(fixture), fixture)).toEqual(before);
      const [[changes]] = await Promise.all([
        fixture.database.manager.query("SELECT COUNT(*) AS found, MAX(number) AS last FROM ledger_changes"),
      ]);
      expect([Number(changes.found), Number(changes.last)]).toEqual([1, 12]);
    }
  });

  it("has all derived rows again when every one of them is gone", async () => {
    const fixture = await openFixture();
    const { database, ada, bob } = fixture;
    const unused = await fixture.addWallet();
    const before = await seen(fixture.ledger, fixture);
    for (const table of [
      "ledger_changes",
      "ledger_posting_pages",
      "ledger_accounts",
      "holds",
      "ledger_reversals",
      "ledger_turn",
    ]) {
      await database.transact((manager) => manager.query(`DELETE FROM ${table}`));
    }
    const { accounts, holds, turns } = await rebuildLedger(database, nobody);
    expect([accounts > 10, holds, turns]).toEqual([true, 4, 1]);
    const after = await reopened(fixture);
    expect(await seen(after, fixture)).toEqual(before);
    expect(entryOf(await after.submit(transfer(ada, unused, 3n))).outcome).toBe(0);
    expect(entryOf(await after.submit(transfer(ada, bob, 3n))).outcome).toBe(0);
    await expectConsistent(after);
  });

  it("has the postings of earlier versions in pages, also when they were damaged", async () => {
    for (const isDamaged of [false, true]) {
      const fixture = await openFixture();
      const { database, location, ada, bob } = fixture;
      await asEarlierVersion(database, fixture.ledger);
      const earlier = await openLedgerFixture(engine, { checkpointEntries: 4 }, location);
      for (let paid = 0; paid < 9; paid++) await earlier.ledger.submit(transfer(ada, bob, 2n));
      const before = await seen(earlier.ledger, fixture);
      if (isDamaged) {
        const [row] = await database.manager.query(
          "SELECT * FROM ledger_early_postings ORDER BY sequence DESC LIMIT 1",
        );
        const tamperer = new Tamperer(database, new Random(seed));
        await tamperer.replace(earlyPostings, [row], [{ ...row, amount: row.amount + 1n }]);
      }
      const { accounts } = await rebuildLedger(database, nobody);
      expect(accounts).toBe(isDamaged ? 1 : 0);
      const after = await reopened(fixture);
      expect(await seen(after, fixture)).toEqual(before);
      expect(await database.manager.query("SELECT 1 FROM ledger_early_postings")).toEqual([]);
      await expectConsistent(after);
    }
  });

  it("is refused, and nothing changes, when entries or batches are damaged", async () => {
    const fixture = await openFixture();
    const { database } = fixture;
    const tamperer = new Tamperer(database, new Random(seed));
    const [accounts] = derived.filter(({ name }) => name === "ledger_accounts");
    const [row] = await tamperer.rows(accounts as Table);
    await tamperer.replace(accounts as Table, [row as Row], [{ ...row, balance: 5n } as Row]);
    for (const table of tables.filter(({ name }) => kept.some((one) => one.name === name))) {
      for (const column of [undefined, ...table.columns]) {
        const found = (await tamperer.rows(table))[5] as Row;
        const changed = column === undefined ? undefined : await tamperer.change(table, found, column);
        if (column === undefined) await tamperer.remove(table, found);
        const before = await contentsOf(database, [...derived, ...kept]);
        await expect(rebuildLedger(database, nobody), `${table.name}.${column}`).rejects.toThrow(
          /are damaged themselves: (batch|entry) \d+: .*Nothing was changed; restore a backup/,
        );
        expect(await contentsOf(database, [...derived, ...kept])).toEqual(before);
        await tamperer.replace(table, changed === undefined ? [] : [changed], [found]);
      }
    }
    expect(await rebuildLedger(database, nobody)).toMatchObject({ ...untouched, accounts: 1 });
  });

  it("is refused while a service runs, at its beginning and before the end", async () => {
    const { database } = await openFixture();
    await database.transact((manager) => manager.query("DELETE FROM ledger_reversals"));
    const before = await contentsOf(database, derived);
    for (const answers of [0, 1]) {
      let asked = 0;
      const refusing = async () => {
        if (asked++ === answers) throw new Error("the service is running");
      };
      await expect(rebuildLedger(database, refusing)).rejects.toThrow("the service is running");
      expect(await contentsOf(database, derived)).toEqual(before);
    }
  });

  it("is as it was when any statement of the rebuild fails", async () => {
    const fixture = await openFixture();
    const { database } = fixture;
    const random = new Random(seed);
    await damage(fixture, random);
    await database.transact((manager) => manager.query("DELETE FROM ledger_reversals"));
    const before = await contentsOf(database, derived);
    let count = 0;
    /** The database, one of whose statements within the transaction fails. */
    const failingAt = (place: number) => {
      const transact: Database["transact"] = (work) =>
        database.transact((manager) => {
          count = 0;
          const query = manager.query.bind(manager);
          const counted = (...statement: Parameters<typeof query>) =>
            ++count === place ? query("SELECT 1 FROM nowhere") : query(...statement);
          return work(Object.assign(manager, { query: counted }));
        });
      return { ...database, transact } as Database;
    };
    const atEnd = async (manager: unknown) => {
      if (manager !== database.manager) throw new Error("nowhere");
    };
    await expect(rebuildLedger(failingAt(0), atEnd)).rejects.toThrow("nowhere");
    const total = count;
    expect(total).toBeGreaterThan(100);
    for (let place = 1; place <= total; place += 1 + random.below(total >> 4)) {
      await expect(rebuildLedger(failingAt(place), nobody)).rejects.toThrow(/nowhere|no such/);
      expect(await contentsOf(database, derived)).toEqual(before);
    }
    await rebuildLedger(database, nobody);
    await expectConsistent(await reopened(fixture));
  });
});

async function run(database: Database, sql: string, values: readonly unknown[]): Promise<void> {
  const isSqlite = database.dialect.name === "sqlite";
  if (isSqlite) await database.manager.query("PRAGMA ignore_check_constraints = ON");
  const unchecked = isSqlite ? sql : `SET STATEMENT check_constraint_checks = OFF FOR ${sql}`;
  await database.transact((manager) => manager.query(unchecked, [...values]));
  if (isSqlite) await database.manager.query("PRAGMA ignore_check_constraints = OFF");
}

const keyed = ({ key }: Table) => key.map((column) => `${column} = ?`).join(" AND ");

async function removeRow(database: Database, table: Table, row: Row): Promise<void> {
  await run(
    database,
    `DELETE FROM ${table.name} WHERE ${keyed(table)}`,
    table.key.map((column) => row[column]),
  );
}

/** Copies a row to a key nearby. */
async function copyRow(database: Database, table: Table, row: Row, random: Random): Promise<void> {
  const columns = Object.keys(row);
  const last = table.key.at(-1) as string;
  const copy = { ...row, [last]: (row[last] as bigint) + BigInt(random.pick([1, 2, -1, 1_000])) } as Row;
  const sql = `INSERT INTO ${table.name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  await run(
    database,
    sql,
    columns.map((column) => copy[column]),
  ).catch(() => undefined);
}

/** Changes a column of a row, as far as the database allows it. */
async function change(database: Database, table: Table, row: Row, random: Random): Promise<void> {
  const column = random.pick([...table.key, ...table.columns]);
  const value = row[column];
  const changed = changedValue(value ?? null, column, random);
  const sql = `UPDATE ${table.name} SET ${column} = ? WHERE ${keyed(table)}`;
  await run(database, sql, [changed, ...table.key.map((name) => row[name])]).catch(() => undefined);
}

function changedValue(value: bigint | string | Uint8Array | null, column: string, random: Random) {
  if (value === null) return column === "as_of" ? BigInt(random.below(20)) : Buffer.of(random.below(256));
  if (typeof value === "bigint") return value + BigInt(random.pick([1, -1, 7, 100_000]));
  if (typeof value === "string") return `x${value.slice(1)}`;
  const bytes = Buffer.from(value);
  if (random.chance(0.3)) return bytes.subarray(0, random.below(bytes.length + 1));
  if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}
