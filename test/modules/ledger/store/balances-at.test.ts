import { expect, it } from "vitest";
import { microAsset, standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { readEntry } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { entryKinds } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { postingsOf } from "../../../../server/modules/ledger/domain/entry/postings.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { policy, someDayMs } from "../../../support/ledger/constants.ts";
import { asEarlierVersion } from "../../../support/ledger/earlier-version.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { create, deposit, exchange, transfer, voidTransaction, withdrawal } from "../../../support/ledger/requests.ts";

/** A ledger of many kinds of entries, written in batches of different sizes. */
async function openVaried(engine: Parameters<Parameters<typeof onEveryDatabase>[1]>[0]) {
  let minute = 0;
  const fixture = await openLedgerFixture(engine, { now: () => someDayMs + minute * 60_000 });
  const { ledger, addWallet } = fixture;
  const [ada, eve] = [await addWallet(10n ** 12n, { autoExchange: true }), await addWallet(10n ** 11n)];
  for (let round = 1n; round <= 6n; round++) {
    minute++;
    await Promise.all([
      ledger.submit(transfer(ada, eve, 1_000n * round)),
      ledger.submit(transfer(eve, ada, 10n ** 14n)),
      ledger.submit(exchange(ada, 10n ** 9n * round)),
      ledger.submit(transfer(ada, eve, 10n ** 13n, { asset: microAsset })),
      ledger.submit(withdrawal(eve, round)),
      ledger.submit(voidTransaction(create(ada, eve, 1n).id, ada)),
    ]);
    await ledger.submit(deposit(eve, round, { asset: "USD" }));
  }
  return { ...fixture, ada, eve };
}

const everything = {
  beforeSequence: undefined,
  fromMs: undefined,
  untilMs: undefined,
  kinds: Object.values(entryKinds),
};

type Varied = Awaited<ReturnType<typeof openVaried>>;

/** The balances of all owners after each entry, as they follow from the bytes of the entries. */
async function replayed({ ledger }: Varied): Promise<Map<string, bigint>[]> {
  const states = [new Map<string, bigint>()];
  for (const { bytes } of await ledger.entriesAfter(0, 1_000)) {
    const state = new Map(states.at(-1));
    for (const { owner, asset, amount } of postingsOf(readEntry(bytes))) {
      state.set(`${owner} ${asset}`, (state.get(`${owner} ${asset}`) ?? 0n) + amount);
    }
    states.push(state);
  }
  return states;
}

async function expectAsReplayed(varied: Varied): Promise<void> {
  const states = await replayed(varied);
  expect(states.length).toBeGreaterThan(30);
  for (const [sequence, state] of states.entries()) {
    for (const owner of [varied.ada, varied.eve, "@fees"]) {
      const expected = [...policy.assets.keys()]
        .sort()
        .flatMap((asset) =>
          state.has(`${owner} ${asset}`) ? [{ asset, balance: state.get(`${owner} ${asset}`) }] : [],
        );
      expect(await varied.ledger.balancesAt(owner, sequence)).toEqual(expected);
    }
  }
}

onEveryDatabase("balances after an entry", (engine) => {
  it("are those of a replay up to it, for every entry", async () => {
    await expectAsReplayed(await openVaried(engine));
  });

  it("are the same where the first postings are of a version that stored no balances", async () => {
    const varied = await openVaried(engine);
    const { database, ledger, location, ada, eve } = varied;
    await asEarlierVersion(database, ledger);
    await database.manager.query("UPDATE ledger_early_postings SET balance = NULL WHERE sequence <= 20");
    const later = await openLedgerFixture(engine, {}, location);
    await later.ledger.submit(transfer(ada, eve, 5n));
    await later.ledger.submit(transfer(eve, ada, 3n));
    await expectAsReplayed({ ...varied, ...later });
    await expectConsistent(later.ledger);
    const posted = (await later.ledger.entriesAfter(0, 1_000))
      .map(({ bytes }) => readEntry(bytes))
      .filter((entry) => postingsOf(entry).some(({ owner }) => owner === ada))
      .map(({ sequence }) => sequence);
    const found = await later.ledger.history({ ...everything, owner: ada, count: 500 });
    expect(found.map(({ sequence }) => sequence)).toEqual(posted.reverse());
    const { entries } = await later.ledger.between(ada, 5, 30, 100);
    const between = posted.reverse().filter((sequence) => sequence > 5 && sequence <= 30);
    expect(entries.map(({ sequence }) => sequence)).toEqual(between);
  });

  it("agree with the present ones at the end, and later entries change nothing", async () => {
    const varied = await openVaried(engine);
    const { ledger, ada, eve } = varied;
    const end = await ledger.lastSequence();
    const now = await ledger.balances(ada);
    expect(await ledger.balancesAt(ada, end)).toEqual(now);
    await ledger.submit(transfer(ada, eve, 5n));
    expect(await ledger.balancesAt(ada, end)).toEqual(now);
    expect(await ledger.balancesAt(ada, end + 1)).not.toEqual(now);
  });

  it("are found by time: the last batch that is not after it", async () => {
    const { ledger } = await openVaried(engine);
    const [first, second] = await ledger.batchesAfter(0, 100);
    expect(await ledger.batchAt(someDayMs - 1)).toBeUndefined();
    expect((await ledger.batchAt(someDayMs))?.number).toBe(second?.number);
    expect(first?.atMs).toBe(someDayMs);
    expect((await ledger.batchAt(someDayMs + 10 ** 9))?.lastSequence).toBe(await ledger.lastSequence());
  });

  it("read no more than the last pages of each account", async () => {
    const { database, ledger, ada } = await openVaried(engine);
    const asked: string[] = [];
    const { manager } = database;
    const accounts = await ledger.balances(ada);
    const query = manager.query.bind(manager);
    manager.query = (sql: string, values?: unknown[]) => {
      asked.push(sql);
      return query(sql, values);
    };
    await ledger.balancesAt(ada, await ledger.lastSequence());
    manager.query = query;
    expect(asked.filter((sql) => sql.includes("early")).length).toBe(0);
    expect(asked.filter((sql) => sql.includes("pages")).length).toBe(accounts.length);
    expect(accounts.map(({ asset }) => asset)).toContain(standardAsset);
  });
});
