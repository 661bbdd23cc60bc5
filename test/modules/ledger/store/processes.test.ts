import { expect, it } from "vitest";
import { entryBytes, entryDigest } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { live } from "../../../support/ledger/process-life.ts";
import { deposit, exchange, transfer } from "../../../support/ledger/requests.ts";
import { expectWhole } from "../../../support/ledger/whole.ts";

const seed = Number(process.env["LAW_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

onEveryDatabase("several processes with one ledger", (engine) => {
  it(`do every request once and tell the same of it, with few accounts among them (LAW_SEED=${seed})`, async () => {
    const { ledger, addWallet, location } = await openLedgerFixture(engine);
    const owners = [await addWallet(20_000n), await addWallet(20_000n), await addWallet(20_000n)];
    const shared = { seed, count: 100 };
    const task = { location: placeOf(location), owners, shared, count: 200, batchMax: 20 };
    const told = await Promise.all([1, 2, 3].map((number) => live({ ...task, seed: seed + number })));
    const entries = new Map((await expectWhole(ledger)).map((entry) => [entry.id, entry]));
    const ids = told.map((lines) => new Set(lines.map(([, id]) => id)));
    const inAll = [...(ids[0] ?? [])].filter((id) => ids.every((others) => others.has(id)));
    expect(inAll.length).toBeGreaterThan(50);
    for (const [, id, sequence, outcome, digest] of told.flat()) {
      const entry = entries.get(id);
      expect(entry).toMatchObject({ sequence, outcome });
      expect(entry && Buffer.from(entryDigest(entryBytes(entry))).toString("hex")).toBe(digest);
    }
    expect(new Set(told.flat().map(([, id]) => id)).size).toBe(entries.size - 3);
  }, 120_000);

  it("spend together no more than there is", async () => {
    const first = await openLedgerFixture(engine);
    const others = [
      await openLedgerFixture(engine, {}, first.location),
      await openLedgerFixture(engine, {}, first.location),
    ];
    const ledgers = [first, ...others].map(({ ledger }) => ledger);
    const [ada, eve] = [await first.addWallet(1_010n), await first.addWallet()];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const ledger = ledgers[n % 3] as (typeof ledgers)[0];
        return ledger.submit(n % 2 === 0 ? transfer(ada, eve, 100n) : exchange(ada, 101n));
      }),
    );
    const done = outcomes.map(entryOf).filter(({ outcome }) => outcome === 0);
    expect(done).toHaveLength(10);
    await expectWhole(first.ledger);
  });

  it("make each of the service's own accounts once", async () => {
    const first = await openLedgerFixture(engine);
    const scenes = [
      first,
      await openLedgerFixture(engine, {}, first.location),
      await openLedgerFixture(engine, {}, first.location),
    ];
    const owners: string[] = [];
    // One after the other: of connections in one process, those that wait keep the others from going on.
    for (const { addWallet } of scenes) owners.push(await addWallet());
    await Promise.all(
      scenes.flatMap(({ ledger }, n) =>
        ["EUR", "TOKEN_STANDARD", "TOKEN_MICRO"].map((asset) => {
          return ledger.submit(deposit(owners[n] as string, 5n, { asset }));
        }),
      ),
    );
    expect(await first.ledger.balances("@issuance")).toEqual(
      ["EUR", "TOKEN_MICRO", "TOKEN_STANDARD"].map((asset) => ({ asset, balance: -15n })),
    );
    await expectWhole(first.ledger);
  });
});

/** What another process needs to know of it. */
function placeOf({ dataDirectory, databaseServer }: { dataDirectory: string; databaseServer?: object | undefined }) {
  return { dataDirectory, databaseServer } as Parameters<typeof live>[0]["location"];
}
