import { expect, it } from "vitest";
import { entryBytes, entryDigest } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { lawSeed as seed } from "../../../support/laws/seed.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { deposit, exchange, transfer } from "../../../support/ledger/requests.ts";
import { runWorker } from "../../../support/ledger/worker-process.ts";

onEveryDatabase("several processes with one ledger", (engine) => {
  it(`complete every request once with the same result everywhere, on few accounts (LAW_SEED=${seed})`, async () => {
    const { ledger, addWallet, location } = await openLedgerFixture(engine);
    const owners = [await addWallet(20_000n), await addWallet(20_000n), await addWallet(20_000n)];
    const shared = { seed, count: 100 };
    const task = { location: placeOf(location), owners, shared, count: 200, batchMax: 20 };
    const results = await Promise.all([1, 2, 3].map((number) => runWorker({ ...task, seed: seed + number })));
    const entries = new Map((await expectConsistent(ledger)).map((entry) => [entry.id, entry]));
    const ids = results.map((lines) => new Set(lines.map(([, id]) => id)));
    const inAll = [...(ids[0] ?? [])].filter((id) => ids.every((others) => others.has(id)));
    expect(inAll.length).toBeGreaterThan(50);
    for (const [, id, sequence, outcome, digest] of results.flat()) {
      const entry = entries.get(id);
      expect(entry).toMatchObject({ sequence, outcome });
      expect(entry && Buffer.from(entryDigest(entryBytes(entry))).toString("hex")).toBe(digest);
    }
    expect(new Set(results.flat().map(([, id]) => id)).size).toBe(entries.size - 3);
  });

  it("together spend no more than the balance", async () => {
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
    await expectConsistent(first.ledger);
  });

  it("create each of the service's own accounts once", async () => {
    const first = await openLedgerFixture(engine);
    const ledgers = [
      first,
      await openLedgerFixture(engine, {}, first.location),
      await openLedgerFixture(engine, {}, first.location),
    ];
    const owners: string[] = [];
    // Sequentially: a connection that waits for a lock blocks the other connections of this process.
    for (const { addWallet } of ledgers) owners.push(await addWallet());
    await Promise.all(
      ledgers.flatMap(({ ledger }, n) =>
        ["EUR", "TOKEN_STANDARD", "TOKEN_MICRO"].map((asset) => {
          return ledger.submit(deposit(owners[n] as string, 5n, { asset }));
        }),
      ),
    );
    expect(await first.ledger.balances("@issuance")).toEqual(
      ["EUR", "TOKEN_MICRO", "TOKEN_STANDARD"].map((asset) => ({ asset, balance: -15n })),
    );
    await expectConsistent(first.ledger);
  });
});

/** The location as a worker process needs it. */
function placeOf({ dataDirectory, databaseServer }: { dataDirectory: string; databaseServer?: object | undefined }) {
  return { dataDirectory, databaseServer } as Parameters<typeof runWorker>[0]["location"];
}
