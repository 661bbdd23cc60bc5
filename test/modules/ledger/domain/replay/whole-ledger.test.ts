import { describe, expect, it } from "vitest";
import { entryBytes, readEntry } from "../../../../../server/modules/ledger/domain/entry/chain.ts";
import type { Batch } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import { Audit, findingText } from "../../../../../server/modules/ledger/domain/replay/audit.ts";
import { entriesOf, type ReplayDeps, replayLedger } from "../../../../../server/modules/ledger/domain/replay/replay.ts";
import { creation, exchange, MemoryLedger, transfer } from "../memory-ledger.ts";
import { MemoryRows } from "./memory-rows.ts";

const standard = "TOKEN_STANDARD";
const gone = { number: 99, hash: new Uint8Array(32), witness: "a backup" };
/** Found at the end of a replay alone. */
const end = "batch 99: is gone, but a backup tells of it";

/** A ledger with transfers, an exchange, refused ones, and so many that wait. */
function written(pending = 1): MemoryRows {
  const ledger = new MemoryLedger();
  ledger.open("anna");
  ledger.open("ben");
  ledger.setRate(standard, "USD", 2n * 10n ** 12n);
  ledger.give("anna", standard, 10n ** 9n);
  for (let count = 0; count < 12; count++) ledger.outcome(transfer({ amount: 10n ** 7n }));
  ledger.outcome(exchange({ target: "USD", sourceAmount: 10n ** 8n }));
  ledger.outcome(transfer({ amount: 10n ** 17n }));
  for (let count = 0; count < pending; count++) ledger.submit(creation({ amount: 1_000n }));
  return new MemoryRows(ledger);
}

async function replayed(rows: MemoryRows, deps: Partial<ReplayDeps> = {}): Promise<Audit> {
  const audit = new Audit([gone]);
  const none = async () => undefined;
  await replayLedger(audit, { rows, entryFlaw: none, pendingFlaw: none, pause: async () => false, ...deps });
  return audit;
}

async function findingsIn(rows: MemoryRows, deps: Partial<ReplayDeps> = {}): Promise<string[]> {
  const findings = (await replayed(rows, deps)).findings.map(findingText);
  expect(findings.at(-1)).toBe(end);
  return findings.slice(0, -1);
}

describe("a replay", () => {
  it("finds nothing in a ledger as it was written, and reads all of it", async () => {
    const rows = written(250);
    let pending = 0;
    const deps = {
      pendingFlaw: async () => {
        pending++;
        return undefined;
      },
    };
    const audit = await replayed(rows, deps);
    expect(audit.findings.map(findingText)).toEqual([end]);
    expect([audit.batches, audit.entries, pending]).toEqual([15, 15, 250]);
  });

  it("reads a bounded number of rows at once", async () => {
    const rows = written(250);
    await replayed(rows);
    expect(Object.fromEntries(rows.mostAtOnce)).toEqual({
      batches: 10,
      entries: 100,
      accounts: 1,
      postings: 1_000,
      pending: 100,
    });
  });

  it("tells by its place what is wrong with an entry or with what waits", async () => {
    const rows = written(3);
    const entryFlaw = async ({ sequence }: { sequence: number }) => (sequence === 5 ? "is signed badly" : undefined);
    const second = rows.pending[1]?.id;
    const pendingFlaw = async ({ id }: { id: string }) => (id === second ? "was changed" : undefined);
    expect(await findingsIn(rows, { entryFlaw, pendingFlaw })).toEqual([
      "entry 5: is signed badly",
      `pending transaction ${second}: was changed`,
    ]);
  });

  it("reads nothing more, and does not come to the end, once it is broken off among batches or accounts", async () => {
    let pauses = 0;
    const count = async () => {
      pauses++;
      return false;
    };
    const rows = written();
    await replayed(rows, { pause: count });
    const accounts = rows.accounts.length;
    const posted = accounts;
    // Before each batch, before each account and at the last, after each posted account, after each page of what waits.
    expect(pauses).toBe(15 + accounts + 1 + posted + 1);
    for (let last = 1; last <= 15 + accounts + 1; last++) {
      let left = last;
      const closed = new Proxy(written(), {
        get(target, name) {
          if (left === 0) throw new Error(`${String(name)} is read after the end`);
          const value = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      const audit = await replayed(closed, { pause: async () => --left === 0 });
      expect(audit.findings).toEqual([]);
    }
  });

  it.each([
    ["posted accounts", 0, 0],
    ["what waits", 1, 100],
  ])("can be broken off among %s", async (_, isLater, pendingRead) => {
    const rows = written(250);
    const { length } = rows.accounts;
    const before = 15 + length + 1 + isLater * length;
    let [pauses, pending] = [0, 0];
    const pause = async () => ++pauses > before;
    const pendingFlaw = async () => {
      pending++;
      return undefined;
    };
    expect((await replayed(rows, { pause, pendingFlaw })).findings.map(findingText)).toEqual([end]);
    expect([pauses, pending]).toEqual([before + 1, pendingRead]);
  });
});

describe("what no batch or account leads to is found:", () => {
  it("the row by which writers take turns is gone", async () => {
    const rows = written();
    rows.isTurnStored = false;
    expect(await findingsIn(rows)).toEqual(["ledger_turn: the row by which writers take turns is not stored"]);
  });

  it("entries before the first batch and after the last", async () => {
    const rows = written();
    const [one] = rows.entries;
    if (one === undefined) throw new Error("there is no entry");
    rows.entries.unshift({ ...one, sequence: -7 }, { ...one, sequence: 0 });
    rows.entries.push({ ...one, sequence: 16 }, { ...one, sequence: 900 });
    expect(await findingsIn(rows)).toEqual([-7, 0, 16, 900].map((sequence) => `entry ${sequence}: is of no batch`));
  });

  it("but not entries that are written while it looks, which have their batch by then", async () => {
    const rows = written();
    // One account has read the end before: the first look is that of the entries.
    rows.earlierEnds.push(13);
    expect(await findingsIn(rows)).toEqual([]);
  });

  it("an account that there are postings of, and that is not stored", async () => {
    const rows = written();
    rows.postings.push({ owner: "mallory", asset: "USD", sequence: 3, leg: 5, kind: 1, amount: 5n });
    const id = new Set(rows.postings.map(({ owner, asset }) => `${owner} ${asset}`)).size;
    expect(await findingsIn(rows)).toEqual([`account ${id}: has postings, and is not stored`]);
  });
});

describe("an account whose postings are not those of its entries", () => {
  const place = `account ben ${standard}`;

  /** The postings of Ben's account, of which one is changed. */
  function spoiled(change: (rows: MemoryRows, of: (at: number) => number) => void): MemoryRows {
    const rows = written();
    const own = [...rows.postings.entries()].filter(([, { owner }]) => owner === "ben").map(([index]) => index);
    change(rows, (at) => own[at] as number);
    return rows;
  }

  it("has them named, by amount, kind and place", async () => {
    const rows = spoiled(({ postings }, of) => {
      for (const [at, change] of [{ amount: 7n }, { kind: 2 }, { leg: 9 }].entries()) {
        const index = of(at);
        postings[index] = { ...(postings[index] as (typeof postings)[0]), ...change };
      }
    });
    expect(await findingsIn(rows)).toEqual([
      `${place}: its postings (12) are not those of its entries (12)`,
      `${place}: posting 2/1 is 7, its entry moved 10000000`,
      `${place}: posting 3/1 is of kind 2, its entry of 1`,
      `${place}: posting 4/9 is of no entry`,
    ]);
  });

  it("has ten of them named at most", async () => {
    const rows = spoiled(({ postings }, of) => {
      for (let at = 0; at < 12; at++) {
        const index = of(at);
        postings[index] = { ...(postings[index] as (typeof postings)[0]), kind: 4 };
      }
    });
    expect(await findingsIn(rows)).toHaveLength(1 + 10);
  });

  it("has those named whose entry is gone, is another one, or cannot be read", async () => {
    const rows = spoiled((them) => {
      const at = (sequence: number) => them.entries.findIndex((entry) => entry.sequence === sequence);
      const bytes = entryBytes({ ...readEntry(them.entries[at(3)]?.bytes as Uint8Array), counterparty: "eve" });
      them.entries[at(3)] = { ...(them.entries[at(3)] as (typeof them.entries)[0]), bytes };
      them.entries[at(5)] = { ...(them.entries[at(5)] as (typeof them.entries)[0]), bytes: Uint8Array.of(1, 2) };
      them.entries.splice(at(7), 1);
    });
    const named = (await findingsIn(rows)).filter((finding) => finding.startsWith(`${place}: posting`));
    expect(named).toEqual([3, 5, 7].map((sequence) => `${place}: posting ${sequence}/1 is of no entry`));
  });

  it("has none named that was written since", async () => {
    const rows = spoiled(({ postings }, of) => {
      postings.splice(of(11), 1);
    });
    rows.postings.push({ owner: "ben", asset: standard, sequence: 40, leg: 1, kind: 1, amount: 3n });
    const ben = rows.accounts.find(({ owner }) => owner === "ben");
    expect(await findingsIn(rows)).toEqual([
      `${place}: holds ${(ben?.balance ?? 0n) - 3n}, its entries make ${ben?.balance}`,
      `${place}: its postings (11) are not those of its entries (12)`,
      `${place}: posting 40/1 is of no batch`,
    ]);
  });
});

it("an account that is gone while it is read is one that there is none of", async () => {
  const rows = written();
  const { account } = rows;
  rows.account = async (name) => (name.owner === "ben" ? undefined : account.call(rows, name));
  const findings = await findingsIn(rows);
  expect(findings).toEqual([`account ben ${standard}: is not stored`]);
});

describe("the entries of a batch", () => {
  const batch = (firstSequence: number, lastSequence: number) => ({ firstSequence, lastSequence }) as Batch;

  it("are those of its numbers", async () => {
    const read = await entriesOf(written(), batch(3, 5));
    expect(read.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
  });

  it("are those that are there", async () => {
    const rows = written();
    rows.entries.splice(3, 1);
    expect((await entriesOf(rows, batch(3, 5))).map(({ sequence }) => sequence)).toEqual([3, 5]);
  });

  it.each([
    [5, 4],
    [5, -5],
    [5, Number.NaN],
  ])("are none from %d to %d, and nothing is read", async (first, last) => {
    const rows = written();
    expect(await entriesOf(rows, batch(first, last))).toEqual([]);
    expect(rows.mostAtOnce.size).toBe(0);
  });

  it("are ten thousand at most, whatever its row says", async () => {
    const rows = written();
    expect(await entriesOf(rows, batch(1, 2 ** 50))).toHaveLength(15);
    expect(rows.mostAtOnce.get("entries")).toBe(10_000);
  });
});
