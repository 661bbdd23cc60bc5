// @module-tag slow/exhaustive

import { expect, it } from "vitest";
import { unpackChanges } from "../../../../server/modules/ledger/domain/accounts/packed-changes.ts";
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
import { earlyPostings, type Row, type Table, Tamperer, tables } from "./tampering.ts";

const runs = Number(process.env["LAW_RUNS"] ?? 40);

onEveryDatabase("a change of the stored ledger", (engine) => {
  const tableOf = (name: string) => tables.find((table) => table.name === name) as Table;

  /** A ledger with entries of every kind, in batches of one and of several. */
  async function openFixture(random = new Random(seed), checkpointEntries = 4) {
    const { database, ledger, addWallet } = await openLedgerFixture(engine, { checkpointEntries });
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
    const tamperer = new Tamperer(database, random);
    const beforeLast = new Map<Table, Row[]>();
    for (const batch of requests) {
      for (const table of tables) beforeLast.set(table, await tamperer.rows(table));
      await Promise.all(batch.map((request) => ledger.submit(request)));
    }
    expect(await findingsIn(ledger)).toEqual([]);
    const accounts = await tamperer.rows(tableOf("ledger_accounts"));
    const posted = new Set<unknown>();
    for (const { id, owner, asset } of accounts) {
      if ((await ledger.postingsAfter(String(owner), String(asset), undefined, 1)).length > 0) posted.add(id);
    }
    const pages = await tamperer.rows(tableOf("ledger_posting_pages"));
    const changes = (await ledger.changesBetween(0, 100)).flatMap(unpackChanges);
    expect([pages.length > 1, changes.length > 3]).toEqual([checkpointEntries < 10, true]);
    const named = new Set([...pages.map((row) => row["account"]), ...changes.map(({ id }) => BigInt(id))]);
    return {
      database,
      ledger,
      tamperer,
      /** Whether other rows name an account by its id; an id that none names is as good as another. */
      isNamed: (row: Row) => named.has(row["id"] as bigint),
      /** The rows before the last batch. */
      beforeLast,
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
        if (table.name === "ledger_accounts") return [`account ${row["owner"]} ${row["asset"]}: `, "batch "];
        if (table.name === "ledger_changes") return [`batch ${row["number"]}: `, "changes of accounts: "];
        if ("account" in row) {
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
      const { tamperer, rowsOf, ledger, isNamed } = fixture;
      const isId = table.name === "ledger_accounts" && column === "id";
      for (const row of (await rowsOf(table)).filter((each) => !isId || isNamed(each))) {
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
    const rows = await rowsOf(table);
    // The first changes are in every row, or are missed there: see below.
    for (const row of table.name === "ledger_changes" ? rows.slice(1) : rows) {
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
    const added: Readonly<Record<string, () => readonly Row[]>> = {
      ledger_posting_pages: () => [
        { ...last, account: 12_345n },
        ...[0n, -3n, 1_000n].map((first) => ({ ...last, first_sequence: first })),
      ],
      ledger_changes: () => [-3n, 0n, 1_000n].map((number) => ({ ...last, number })),
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
    const accounts = tableOf("ledger_accounts");
    for (const account of await rowsOf(accounts)) {
      const [id, balance] = [account["id"] as bigint, account["balance"] as bigint];
      const added = { account: id, sequence: 1_000n, leg: 0n, kind: 1n, amount: 5n, balance: 5n };
      const changed = { ...account, balance: balance + 5n };
      await tamperer.insert(earlyPostings, added);
      await tamperer.replace(accounts, [account], [changed]);
      const findings = await findingsIn(ledger);
      const place = `account ${account["owner"]} ${account["asset"]}: `;
      expect(findings.filter((finding) => finding.startsWith(place))).not.toEqual([]);
      await tamperer.remove(earlyPostings, added);
      await tamperer.replace(accounts, [changed], [account]);
    }
    expect(await findingsIn(ledger)).toEqual([]);
  });

  it.each(tables)(`that swaps two rows of $name is found (LAW_SEED=${seed})`, async (table) => {
    const random = new Random(seed);
    const fixture = await openFixture(random);
    const { tamperer, rowsOf, ledger, isNamed } = fixture;
    const rows = (await rowsOf(table)).filter((row) => table.name !== "ledger_accounts" || isNamed(row));
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
    const { tamperer, ledger, batches, beforeLast } = await openFixture();
    const known = (await batches()).map(({ number, hash }) => ({ number, hash, witness: "a backup" }));
    expect(await findingsIn(ledger, known)).toEqual([]);
    for (const [table, rows] of beforeLast) {
      for (const row of await tamperer.rows(table)) await tamperer.remove(table, row);
      for (const row of rows) await tamperer.insert(table, row);
    }
    expect(await findingsIn(ledger)).toEqual([]);
    expect(await findingsIn(ledger, known)).toEqual([`batch ${known.length}: is gone, but a backup tells of it`]);
  });

  it(`of any kind is found (LAW_SEED=${seed} LAW_RUNS=${runs})`, async () => {
    const random = new Random(seed);
    const { tamperer, rowsOf, ledger, isNamed } = await openFixture(random);
    for (let run = 0; run < runs; run++) {
      const table = random.pick(tables);
      const row = random.pick(await rowsOf(table));
      const column = random.pick([...table.key, ...table.columns]);
      const isGone = random.chance(0.2);
      const [first] = await rowsOf(table);
      if (table.name === "ledger_changes" && isGone && keyOf(table, row)["number"] === first?.["number"]) continue;
      if (table.name === "ledger_accounts" && column === "id" && !isNamed(row)) continue;
      const changed = isGone ? [] : [await tamperer.change(table, row, column)];
      if (isGone) await tamperer.remove(table, row);
      expect(await findingsIn(ledger), `run ${run}: ${table.name}.${column}`).not.toEqual([]);
      expect(await tamperer.replace(table, changed, [row])).toBe(true);
    }
    expect(await findingsIn(ledger)).toEqual([]);
  });

  it("that stores a posting a second time, as an earlier version would have, is found", async () => {
    const { tamperer, ledger } = await openFixture();
    for (const { id, owner, asset } of await tamperer.rows(tableOf("ledger_accounts"))) {
      for (const posting of await ledger.postingsAfter(String(owner), String(asset), undefined, 100)) {
        const { sequence, leg, kind, amount } = posting;
        const row = { account: id as bigint, amount, balance: posting.balance as bigint };
        const copy = { ...row, sequence: BigInt(sequence), leg: BigInt(leg), kind: BigInt(kind) };
        await tamperer.insert(earlyPostings, copy);
        expect(await findingsIn(ledger), `${id} ${sequence}`).not.toEqual([]);
        await tamperer.remove(earlyPostings, copy);
      }
    }
    expect(await findingsIn(ledger)).toEqual([]);
  });

  it("that removes the first changes is found where a row lacks one of them", async () => {
    const { tamperer, ledger } = await openFixture(new Random(seed), 1_000);
    const table = tableOf("ledger_changes");
    const changes = await tamperer.rows(table);
    // All but the last batch's, as if every row had them.
    for (const row of changes.slice(0, -1)) await tamperer.remove(table, row);
    expect(await findingsIn(ledger)).not.toEqual([]);
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
