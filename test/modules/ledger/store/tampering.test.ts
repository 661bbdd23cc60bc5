import { expect, it } from "vitest";
import { microAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { Random } from "../../../support/laws/random.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { create, deposit, exchange, execute, seal, transfer, withdrawal } from "../../../support/ledger/requests.ts";
import { findingsIn } from "../../../support/ledger/whole.ts";
import { type Row, type Table, Tamperer, tablesOf } from "./tampering.ts";

const seed = Number(process.env["LAW_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const runs = Number(process.env["LAW_RUNS"] ?? 40);

onEveryDatabase("whoever has changed the ledger", (engine) => {
  const tables = tablesOf(engine);
  const tableOf = (name: string) => tables.find((table) => table.name === name) as Table;
  const postingTables = tables.filter(({ name }) => name.endsWith("postings"));

  /** A ledger with entries of every kind, alone in their batch and with others. */
  async function filled(random = new Random(seed)) {
    const { database, ledger, addWallet } = await openLedgerFixture(engine, { settleEvery: 6 });
    const [ada, eve] = [await addWallet(10n ** 10n, { autoExchange: true }), await addWallet()];
    const pending = create(ada, eve, 70n);
    const requests = [
      [transfer(ada, eve, 1_000n), transfer(eve, ada, 5_000n), transfer(eve, ada, 30n), pending],
      [exchange(ada, 10_000n)],
      [transfer(ada, eve, 10n ** 11n, { asset: microAsset })],
      [execute(pending.id, ada), deposit(eve, 10n, { asset: "EUR" }), withdrawal(ada, 9n)],
      [seal("019b0000-0000-7000-8000-eeeeeeeeeeee", ada), transfer(ada, eve, 7n)],
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
      /** Those that stand for something: an account that was never used is as good as none. */
      async rowsOf(table: Table): Promise<Row[]> {
        const rows = await tamperer.rows(table);
        return table.name === "ledger_accounts" ? rows.filter((row) => posted.has(row["id"])) : rows;
      },
      async batches() {
        return ledger.batchesAfter(0, 100);
      },
      /** What may be named as the place of a row. */
      async placesOf(table: Table, row: Row): Promise<string[]> {
        if (table.name === "ledger_accounts") return [`account ${row["owner"]} ${row["asset"]}: `];
        if (postingTables.includes(table)) {
          const account = accounts.find(({ id }) => id === row["account"]);
          return [account ? `account ${account["owner"]} ${account["asset"]}: ` : `account ${row["account"]}: `];
        }
        if (table.name === "ledger_batches") return [`batch ${row["number"]}: `, `entry ${row["first_sequence"]}: `];
        const sequence = Number(row["sequence"]);
        const batch = (await ledger.batchesAfter(0, 100)).find(({ lastSequence }) => sequence <= lastSequence);
        return [`entry ${sequence}: `, `batch ${batch?.number}: `];
      },
    };
  }

  type Scene = Awaited<ReturnType<typeof filled>>;

  /** That each of them is, or what has become of it. */
  async function expectNamed({ ledger, placesOf }: Scene, table: Table, rows: Row[], become?: Row): Promise<void> {
    const findings = await findingsIn(ledger);
    for (const row of rows) {
      const places = [...(await placesOf(table, row)), ...(become ? await placesOf(table, become) : [])];
      const isNamed = findings.some((finding) => places.some((place) => finding.startsWith(place)));
      expect(isNamed, `${places.join(" or ")} in ${JSON.stringify(findings, null, 1)}`).toBe(true);
    }
  }

  const columns = tables.flatMap((table) =>
    [...table.key, ...table.columns].map((column) => [`${table.name}.${column}`, table, column] as const),
  );

  it.each(columns)(
    `is told of one byte, or one number by one, of %s, in any row (LAW_SEED=${seed})`,
    { tags: ["slow/exhaustive"] },
    async (...of) => {
      const [, table, column] = of;
      const scene = await filled();
      const { tamperer, rowsOf, ledger } = scene;
      for (const row of await rowsOf(table)) {
        const changed = await tamperer.change(table, row, column);
        await expectNamed(scene, table, [row], changed);
        expect(await tamperer.replace(table, [changed], [row])).toBe(true);
      }
      expect(await findingsIn(ledger)).toEqual([]);
    },
  );

  it.each(tables)("is told of a row of $name that is gone", async (table) => {
    const scene = await filled();
    const { tamperer, rowsOf, ledger } = scene;
    for (const row of await rowsOf(table)) {
      // The last batch alone: its entries are left over.
      const entry = { sequence: row["last_sequence"] ?? 0n };
      const [of, named] =
        table.name === "ledger_batches" && row === (await rowsOf(table)).at(-1)
          ? [tableOf("ledger_entries"), entry]
          : [table, row];
      const next = table.name === "ledger_batches" ? { ...row, number: (row["number"] as bigint) + 1n } : named;
      await tamperer.remove(table, row);
      await expectNamed(scene, of, [of === table ? next : named]);
      await tamperer.insert(table, row);
    }
    expect(await findingsIn(ledger)).toEqual([]);
  });

  it.each(tables)("is told of a row of $name that was added", async (table) => {
    const scene = await filled();
    const { tamperer, rowsOf, ledger } = scene;
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
      await expectNamed(scene, table, [row]);
      await tamperer.remove(table, row);
    }
    expect(await findingsIn(ledger)).toEqual([]);
  });

  it("is told of a posting after the end, though the balance was raised by it", async () => {
    const { tamperer, rowsOf, ledger } = await filled();
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

  it.each(tables)(`is told of two rows of $name that have changed places (LAW_SEED=${seed})`, async (table) => {
    const random = new Random(seed);
    const scene = await filled(random);
    const { tamperer, rowsOf, ledger } = scene;
    const rows = await rowsOf(table);
    for (let round = 0; round < 5; round++) {
      const first = random.pick(rows);
      const second = random.pick(rows.filter((row) => isDifferent(table, row, first)));
      const swapped = [
        { ...second, ...keyOf(table, first) },
        { ...first, ...keyOf(table, second) },
      ];
      expect(await tamperer.replace(table, [first, second], swapped)).toBe(true);
      await expectNamed(scene, table, [first, second]);
      expect(await tamperer.replace(table, swapped, [first, second])).toBe(true);
    }
    expect(await findingsIn(ledger)).toEqual([]);
  });

  it("is told of what is missing at the end by who has seen it, and else not", async () => {
    const { tamperer, ledger, batches } = await filled();
    const known = (await batches()).map(({ number, hash }) => ({ number, hash, witness: "a backup" }));
    expect(await findingsIn(ledger, known)).toEqual([]);
    // As if it had never been: the batch, its entries and postings, and what they came to.
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

  it(`is told, whatever it is (LAW_SEED=${seed} LAW_RUNS=${runs})`, async () => {
    const random = new Random(seed);
    const { tamperer, rowsOf, ledger } = await filled(random);
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

  it("is told of a posting that is in another table too, where there are several", async () => {
    const { tamperer, ledger } = await filled();
    const accounts = await tamperer.rows(tableOf("ledger_accounts"));
    for (const table of postingTables) {
      for (const other of postingTables.filter((one) => one !== table)) {
        for (const row of await tamperer.rows(table)) {
          const { owner, asset } = accounts.find(({ id }) => id === row["account"]) as Row;
          const [name, code] = [String(owner), String(asset)];
          const all = await ledger.postingsAfter(name, code, undefined, 100);
          await tamperer.insert(other, row);
          expect(await findingsIn(ledger), `${row["account"]} ${row["sequence"]}`).not.toEqual([]);
          // However small the pages are.
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

  it("is told that nobody can take turns any more", async () => {
    const { database, ledger } = await filled();
    await database.transact((manager) => manager.query("DELETE FROM ledger_turn"));
    expect(await findingsIn(ledger)).toEqual(["ledger_turn: the row by which writers take turns is not stored"]);
  });
});

function keyOf({ key }: Table, row: Row): Row {
  return Object.fromEntries(key.map((column) => [column, row[column] as Row[string]]));
}

/** Whether it matters which of the two is where. */
function isDifferent({ columns }: Table, row: Row, other: Row): boolean {
  const spelled = (one: Row) => columns.map((column) => String(one[column])).join();
  return spelled(row) !== spelled(other);
}
