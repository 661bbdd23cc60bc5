// @module-tag slow/exhaustive

import { expect, it } from "vitest";
import { microAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { Random } from "../../../support/laws/random.ts";
import { lawSeed as seed } from "../../../support/laws/seed.ts";
import { findingsIn } from "../../../support/ledger/consistency.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import {
  create,
  deposit,
  exchange,
  execute,
  reversal,
  transfer,
  voidTransaction,
  withdrawal,
} from "../../../support/ledger/requests.ts";
import { type Row, type Table, Tamperer, tablesOf } from "./tampering.ts";

const runs = Number(process.env["LAW_RUNS"] ?? 40);

onEveryDatabase("a change of the stored ledger", (engine) => {
  const tables = tablesOf(engine);
  const tableOf = (name: string) => tables.find((table) => table.name === name) as Table;
  const postingTables = tables.filter(({ name }) => name.endsWith("postings"));

  /** A ledger with entries of every kind, in batches of one and of several. */
  async function openFixture(random = new Random(seed)) {
    const { database, ledger, addWallet } = await openLedgerFixture(engine, { settleEvery: 7 });
    const [ada, eve] = [await addWallet(10n ** 10n, { autoExchange: true }), await addWallet()];
    const pending = create(ada, eve, 70n);
    const paid = transfer(ada, eve, 1_000n);
    const requests = [
      [paid, transfer(eve, ada, 5_000n), transfer(eve, ada, 30n), pending],
      [exchange(ada, 10_000n)],
      [transfer(eve, ada, 300n, { reverses: paid.id }), reversal(eve, ada, 500n, paid.id)],
      [transfer(ada, eve, 10n ** 11n, { asset: microAsset })],
      [execute(pending.id, ada), deposit(eve, 10n, { asset: "EUR" }), withdrawal(ada, 9n)],
      [voidTransaction("019b0000-0000-7000-8000-eeeeeeeeeeee", ada), transfer(ada, eve, 7n)],
    ];
    for (const batch of requests) await Promise.all(batch.map((request) => ledger.submit(request)));
    expect(await findingsIn(ledger)).toEqual([]);
    const tamperer = new Tamperer(database, random);
    const accounts = await tamperer.rows(tableOf("ledger_accounts"));
    const postings = await Promise.all(postingTables.map((table) => tamperer.rows(table)));
    for (const [index, { length }] of postings.entries()) expect(length, postingTables[index]?.name).toBeGreaterThan(3);
    const posted = new Set(postings.flat().map((row) => row["account"]));
    return {
      database,
      ledger,
      tamperer,
      /** The rows of a table, except accounts without postings, which may be missing. */
      async rowsOf(table: Table): Promise<Row[]> {
        const rows = await tamperer.rows(table);
        return table.name === "ledger_accounts" ? rows.filter((row) => posted.has(row["id"])) : rows;
      },
      async batches() {
        return ledger.batchesAfter(0, 100);
      },
      /** Places under which findings may report a row. */
      async placesOf(table: Table, row: Row): Promise<string[]> {
        if (table.name === "ledger_accounts") return [`account ${row["owner"]} ${row["asset"]}: `];
        if (postingTables.includes(table)) {
          const account = accounts.find(({ id }) => id === row["account"]);
          return [account ? `account ${account["owner"]} ${account["asset"]}: ` : `account ${row["account"]}: `];
        }
        if (table.name === "ledger_batches") return [`batch ${row["number"]}: `, `entry ${row["first_sequence"]}: `];
        if (table.name === "ledger_reversals") return [`entry ${row["sequence"]}: `, "reversal "];
        const sequence = Number(row["sequence"]);
        const batch = (await ledger.batchesAfter(0, 100)).find(({ lastSequence }) => sequence <= lastSequence);
        return [`entry ${sequence}: `, `batch ${batch?.number}: `];
      },
    };
  }

  type Fixture = Awaited<ReturnType<typeof openFixture>>;

  /** Expects a finding for each of the rows, or for its replaced form. */
  async function expectFound({ ledger, placesOf }: Fixture, table: Table, rows: Row[], replaced?: Row): Promise<void> {
    const findings = await findingsIn(ledger);
    for (const row of rows) {
      const places = [...(await placesOf(table, row)), ...(replaced ? await placesOf(table, replaced) : [])];
      const isNamed = findings.some((finding) => places.some((place) => finding.startsWith(place)));
      expect(isNamed, `${places.join(" or ")} in ${JSON.stringify(findings, null, 1)}`).toBe(true);
    }
  }

  const columns = tables.flatMap((table) =>
    [...table.key, ...table.columns].map((column) => [`${table.name}.${column}`, table, column] as const),
  );

  it.each(columns)(
    `of one byte, or of a number by one, in %s of any row is found (LAW_SEED=${seed})`,
    async (...of) => {
      const [, table, column] = of;
      const fixture = await openFixture();
      const { tamperer, rowsOf, ledger } = fixture;
      for (const row of await rowsOf(table)) {
        const changed = await tamperer.change(table, row, column);
        await expectFound(fixture, table, [row], changed);
        expect(await tamperer.replace(table, [changed], [row])).toBe(true);
      }
      expect(await findingsIn(ledger)).toEqual([]);
    },
  );

  it.each(tables)("that removes a row of $name is found", async (table) => {
    const fixture = await openFixture();
    const { tamperer, rowsOf, ledger } = fixture;
    for (const row of await rowsOf(table)) {
      // Without the last batch, its entries remain.
      const entry = { sequence: row["last_sequence"] ?? 0n };
      const [of, named] =
        table.name === "ledger_batches" && row === (await rowsOf(table)).at(-1)
          ? [tableOf("ledger_entries"), entry]
          : [table, row];
      const next = table.name === "ledger_batches" ? { ...row, number: (row["number"] as bigint) + 1n } : named;
      await tamperer.remove(table, row);
      await expectFound(fixture, of, [of === table ? next : named]);
      await tamperer.insert(table, row);
    }
    expect(await findingsIn(ledger)).toEqual([]);
  });

  it.each(tables)("that adds a row to $name is found", async (table) => {
    const fixture = await openFixture();
    const { tamperer, rowsOf, ledger } = fixture;
    const rows = await rowsOf(table);
    const last = rows.at(-1) as Row;
    const addedPostings = () => [
      { ...last, account: 12_345n },
      { ...last, leg: 77n },
      { ...last, leg: -1n },
      { ...last, sequence: 0n },
      { ...last, sequence: -3n },
      { ...last, sequence: 1_000n },
    ];
    const added: Readonly<Record<string, () => readonly Row[]>> = {
      ledger_postings: addedPostings,
      ledger_recent_postings: addedPostings,
      ledger_entries: () => [0n, -5n, 1_000n].map((sequence) => ({ ...last, sequence, id: "another" })),
      ledger_accounts: () => [{ ...last, id: 12_345n, owner: "mallory", balance: 5n }],
      ledger_batches: () =>
        [0n, -7n, (last["number"] as bigint) + 1n, 1_000n].map((number) => ({
          ...last,
          number,
          first_sequence: number + 500n,
        })),
    };
    for (const row of added[table.name]?.() ?? []) {
      await tamperer.insert(table, row);
      await expectFound(fixture, table, [row]);
      await tamperer.remove(table, row);
    }
    expect(await findingsIn(ledger)).toEqual([]);
  });

  it("that adds a posting after the end, with a matching balance, is found", async () => {
    const { tamperer, rowsOf, ledger } = await openFixture();
    const postings = tableOf("ledger_postings");
    const accounts = tableOf("ledger_accounts");
    for (const account of await rowsOf(accounts)) {
      const [id, balance] = [account["id"] as bigint, account["balance"] as bigint];
      await tamperer.insert(postings, { account: id, sequence: 1_000n, leg: 0n, kind: 1n, amount: 5n });
      await tamperer.replace(accounts, [account], [{ ...account, balance: balance + 5n }]);
      expect(await findingsIn(ledger)).toEqual([
        `account ${account["owner"]} ${account["asset"]}: posting 1000/0 is of no batch`,
      ]);
      await tamperer.remove(postings, { account: id, sequence: 1_000n, leg: 0n });
      await tamperer.replace(accounts, [{ ...account, balance: balance + 5n }], [account]);
    }
  });

  it.each(tables)(`that swaps two rows of $name is found (LAW_SEED=${seed})`, async (table) => {
    const random = new Random(seed);
    const fixture = await openFixture(random);
    const { tamperer, rowsOf, ledger } = fixture;
    const rows = await rowsOf(table);
    for (let round = 0; round < 5; round++) {
      const first = random.pick(rows);
      const second = random.pick(rows.filter((row) => isDifferent(table, row, first)));
      const swapped = [
        { ...second, ...keyOf(table, first) },
        { ...first, ...keyOf(table, second) },
      ];
      expect(await tamperer.replace(table, [first, second], swapped)).toBe(true);
      await expectFound(fixture, table, [first, second]);
      expect(await tamperer.replace(table, swapped, [first, second])).toBe(true);
    }
    expect(await findingsIn(ledger)).toEqual([]);
  });

  it("that removes the end is found only with a witness of it", async () => {
    const { tamperer, ledger, batches } = await openFixture();
    const known = (await batches()).map(({ number, hash }) => ({ number, hash, witness: "a backup" }));
    expect(await findingsIn(ledger, known)).toEqual([]);
    // Removes the batch, its entries, its postings, and their amounts from the balances.
    const [batchRows, entryRows] = [tableOf("ledger_batches"), tableOf("ledger_entries")];
    const last = (await tamperer.rows(batchRows)).at(-1) as Row;
    const isLater = (row: Row) => (row["sequence"] as bigint) >= (last["first_sequence"] as bigint);
    const accountRows = tableOf("ledger_accounts");
    const undone: Row[] = [];
    for (const table of postingTables) undone.push(...(await tamperer.rows(table)).filter(isLater));
    for (const account of await tamperer.rows(accountRows)) {
      const own = undone.filter((row) => row["account"] === account["id"]);
      const moved = own.reduce((sum, row) => sum + (row["amount"] as bigint), 0n);
      const isSender = moved < 0n;
      const changed = {
        ...account,
        balance: (account["balance"] as bigint) - moved,
        spent: (account["spent"] as bigint) - (isSender ? 7n : 0n),
      };
      if (own.length > 0) await tamperer.replace(accountRows, [account], [changed]);
    }
    for (const row of undone) for (const table of postingTables) await tamperer.remove(table, row);
    for (const row of (await tamperer.rows(entryRows)).filter(isLater)) await tamperer.remove(entryRows, row);
    await tamperer.remove(batchRows, last);
    expect(await findingsIn(ledger)).toEqual([]);
    expect(await findingsIn(ledger, known)).toEqual([`batch ${last["number"]}: is gone, but a backup tells of it`]);
  });

  it(`of any kind is found (LAW_SEED=${seed} LAW_RUNS=${runs})`, async () => {
    const random = new Random(seed);
    const { tamperer, rowsOf, ledger } = await openFixture(random);
    for (let run = 0; run < runs; run++) {
      const table = random.pick(tables);
      const row = random.pick(await rowsOf(table));
      const column = random.pick([...table.key, ...table.columns]);
      const isGone = random.chance(0.2);
      const changed = isGone ? [] : [await tamperer.change(table, row, column)];
      if (isGone) await tamperer.remove(table, row);
      expect(await findingsIn(ledger), `run ${run}: ${table.name}.${column}`).not.toEqual([]);
      expect(await tamperer.replace(table, changed, [row])).toBe(true);
    }
    expect(await findingsIn(ledger)).toEqual([]);
  });

  it("that copies a posting to another table of postings is found", async () => {
    const { tamperer, ledger } = await openFixture();
    const accounts = await tamperer.rows(tableOf("ledger_accounts"));
    for (const table of postingTables) {
      for (const other of postingTables.filter((candidate) => candidate !== table)) {
        for (const row of await tamperer.rows(table)) {
          const { owner, asset } = accounts.find(({ id }) => id === row["account"]) as Row;
          const [name, code] = [String(owner), String(asset)];
          const all = await ledger.postingsAfter(name, code, undefined, 100);
          await tamperer.insert(other, row);
          expect(await findingsIn(ledger), `${row["account"]} ${row["sequence"]}`).not.toEqual([]);
          // Pages of one row have it too.
          const paged: unknown[] = [];
          for (let page = await ledger.postingsAfter(name, code, undefined, 1); page.length > 0; ) {
            paged.push(...page);
            page = await ledger.postingsAfter(name, code, page.at(-1), 1);
          }
          expect(paged).toHaveLength(all.length + 1);
          await tamperer.remove(other, row);
        }
      }
    }
    expect(await findingsIn(ledger)).toEqual([]);
  });

  it("that removes the row of ledger_turn is found", async () => {
    const { database, ledger } = await openFixture();
    await database.transact((manager) => manager.query("DELETE FROM ledger_turn"));
    expect(await findingsIn(ledger)).toEqual(["ledger_turn: the row by which writers take turns is not stored"]);
  });
});

function keyOf({ key }: Table, row: Row): Row {
  return Object.fromEntries(key.map((column) => [column, row[column] as Row[string]]));
}

/** Whether a swap of the two rows changes anything. */
function isDifferent({ columns }: Table, row: Row, other: Row): boolean {
  const valuesOf = (each: Row) => columns.map((column) => String(each[column])).join();
  return valuesOf(row) !== valuesOf(other);
}
