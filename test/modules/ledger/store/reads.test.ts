import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { microAsset, standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { entryKinds } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { postingsOf } from "../../../../server/modules/ledger/domain/entry/postings.ts";
import type { HistoryQuestion } from "../../../../server/modules/ledger/domain/requests.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { someDayMs } from "../../../support/ledger/constants.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { deposit, exchange, transfer } from "../../../support/ledger/requests.ts";

const { deposit: depositKind, transfer: transferKind, exchange: exchangeKind } = entryKinds;
const everyKind = [...Object.values(entryKinds)];

/** A ledger in which one batch was written per minute. */
async function openMinutes(engine: Parameters<Parameters<typeof onEveryDatabase>[1]>[0]) {
  let minute = 0;
  const fixture = await openLedgerFixture(engine, { now: () => someDayMs + minute * 60_000 });
  const { ledger } = fixture;
  const [ada, eve] = [await fixture.addWallet(), await fixture.addWallet()];
  const requests = [
    deposit(ada, 10n ** 12n),
    deposit(eve, 10n ** 12n),
    transfer(ada, eve, 1_000n),
    exchange(ada, 10n ** 10n),
    transfer(eve, ada, 500n),
    transfer(ada, eve, 10n ** 14n),
    transfer(ada, randomUUID(), 5n),
    transfer(ada, eve, 7n),
  ];
  for (const request of requests) {
    await ledger.submit(request);
    minute++;
  }
  const history = async (members: Partial<HistoryQuestion> = {}) => {
    const question = { beforeSequence: undefined, fromMs: undefined, untilMs: undefined, kinds: everyKind, count: 100 };
    return (await ledger.history({ owner: ada, ...question, ...members })).map(({ sequence }) => sequence);
  };
  return { ...fixture, ada, eve, history, minuteMs: (n: number) => someDayMs + n * 60_000 };
}

onEveryDatabase("the history of an account", (engine) => {
  it("has the entries that moved money, the newest first, each once", async () => {
    const { history, eve } = await openMinutes(engine);
    expect(await history()).toEqual([8, 5, 4, 3, 1]);
    expect(await history({ owner: eve })).toEqual([8, 5, 3, 2]);
    expect(await history({ owner: "@liquidity" })).toEqual([4]);
    expect(await history({ owner: randomUUID() })).toEqual([]);
  });

  it("has the requested kinds only", async () => {
    const { history } = await openMinutes(engine);
    expect(await history({ kinds: [transferKind] })).toEqual([8, 5, 3]);
    expect(await history({ kinds: [depositKind, exchangeKind] })).toEqual([4, 1]);
    expect(await history({ kinds: [] })).toEqual([]);
  });

  it("has the requested time span only, with an inclusive start and an exclusive end", async () => {
    const { history, minuteMs } = await openMinutes(engine);
    expect(await history({ fromMs: minuteMs(2) })).toEqual([8, 5, 4, 3]);
    expect(await history({ fromMs: minuteMs(2) + 1 })).toEqual([8, 5, 4]);
    expect(await history({ untilMs: minuteMs(4) })).toEqual([4, 3, 1]);
    expect(await history({ untilMs: minuteMs(4) + 1 })).toEqual([5, 4, 3, 1]);
    expect(await history({ fromMs: minuteMs(3), untilMs: minuteMs(5) })).toEqual([5, 4]);
    expect(await history({ fromMs: minuteMs(99) })).toEqual([]);
    expect(await history({ untilMs: minuteMs(-1) })).toEqual([]);
  });

  it("comes in pages without gaps", async () => {
    const { history } = await openMinutes(engine);
    const pages: number[][] = [];
    let beforeSequence: number | undefined;
    do {
      pages.push(await history({ beforeSequence, count: 2 }));
      beforeSequence = pages.at(-1)?.at(-1);
    } while (beforeSequence !== undefined);
    expect(pages).toEqual([[8, 5], [4, 3], [1], []]);
    expect(await history({ beforeSequence: 5, untilMs: someDayMs + 180_001, kinds: [transferKind] })).toEqual([3]);
  });
});

onEveryDatabase("a ledger", (engine) => {
  it("returns entries, batches, accounts and postings in pages", async () => {
    const { ledger, ada, minuteMs } = await openMinutes(engine);
    expect((await ledger.entriesAfter(0, 3)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect((await ledger.entriesAfter(6, 3)).map(({ sequence }) => sequence)).toEqual([7, 8]);
    const batches = await ledger.batchesAfter(5, 100);
    expect(batches.map(({ number }) => number)).toEqual([6, 7, 8]);
    expect(await ledger.batchOf(7)).toEqual(batches[1]);
    expect(batches[1]).toMatchObject({ firstSequence: 7, lastSequence: 7, atMs: minuteMs(6) });
    expect([await ledger.batchOf(0), await ledger.batchOf(9)]).toEqual([undefined, undefined]);
    const places: string[] = [];
    let last: { owner: string; asset: string } | undefined;
    do {
      [last] = await ledger.accountsAfter(last, 1);
      if (last !== undefined) places.push(`${last.owner} ${last.asset}`);
    } while (last !== undefined);
    expect(places).toEqual([...new Set(places)].sort());
    expect(places).toContain(`${ada} EUR`);
    expect(places).toContain(`@issuance ${standardAsset}`);
    const legs = await ledger.postingsAfter(ada, standardAsset, undefined, 100);
    expect(legs.map(({ sequence }) => sequence)).toEqual([1, 3, 4, 5, 8]);
    for (const [index, leg] of legs.entries()) {
      expect(await ledger.postingsAfter(ada, standardAsset, leg, 1)).toEqual(legs.slice(index + 1, index + 2));
    }
    expect(await ledger.postingsAfter("nobody", standardAsset, undefined, 100)).toEqual([]);
  });

  it("stores each posting of one entry on the same account separately", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(10n ** 10n, { autoExchange: true }), await addWallet()];
    const entry = entryOf(await ledger.submit(transfer(ada, eve, 10n ** 12n, { asset: microAsset })));
    const own = [...postingsOf(entry).entries()].filter(
      ([, { owner, asset }]) => owner === ada && asset === microAsset,
    );
    expect(own).toHaveLength(2);
    const legs = await ledger.postingsAfter(ada, microAsset, undefined, 100);
    expect(legs).toMatchObject(own.map(([leg, { amount }]) => ({ sequence: entry.sequence, leg, amount })));
    const [first] = legs;
    expect(await ledger.postingsAfter(ada, microAsset, first, 100)).toEqual(legs.slice(1));
  });

  it("returns nothing for unknown ids and in an empty ledger", async () => {
    const { ledger } = await openLedgerFixture(engine);
    expect(await ledger.entry(randomUUID())).toBeUndefined();
    expect(await ledger.pending(randomUUID())).toBeUndefined();
    expect(await ledger.balances(randomUUID())).toEqual([]);
    expect(await ledger.entriesAfter(0, 10)).toEqual([]);
    expect(await ledger.batchesAfter(0, 10)).toEqual([]);
    expect(await ledger.accountsAfter(undefined, 10)).toEqual([]);
  });
});
