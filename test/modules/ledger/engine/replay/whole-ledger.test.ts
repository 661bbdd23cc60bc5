import { describe, expect, it } from "vitest";
import { entryBytes, readEntry } from "../../../../../server/modules/ledger/domain/entry/chain.ts";
import type { Batch } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import { Audit, findingText } from "../../../../../server/modules/ledger/engine/replay/audit.ts";
import { entriesOf, type ReplayDeps, replayLedger } from "../../../../../server/modules/ledger/engine/replay/replay.ts";
import { creation, exchange, MemoryLedger, transfer } from "../memory-ledger.ts";
import { MemoryRows } from "./memory-rows.ts";

const standard = "TOKEN_STANDARD";
const missingBatch = { number: 99, hash: new Uint8Array(32), witness: "a backup" };
/** A finding that only a complete replay has, at its end. */
const end = "batch 99: is gone, but a backup tells of it";

/** Rows of a ledger with transfers, an exchange, refused entries, and `pending` pending transactions. */
function ledgerRows(pending = 1): MemoryRows {
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
  const audit = new Audit([missingBatch]);
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
  it("finds nothing in an unchanged ledger, and reads all of it", async () => {
    const rows = ledgerRows(250);
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
    const rows = ledgerRows(250);
    await replayed(rows);
    expect(Object.fromEntries(rows.mostAtOnce)).toEqual({
      batches: 10,
      entries: 100,
      accounts: 1,
      postings: 1_000,
      pending: 100,
      holds: 500,
      reversals: 100,
    });
  });

  it("reports flaws of entries and of pending transactions with their place", async () => {
    const rows = ledgerRows(3);
    const entryFlaw = async ({ sequence }: { sequence: number }) => (sequence === 5 ? "is signed badly" : undefined);
    const second = rows.pending[1]?.id;
    const pendingFlaw = async ({ id }: { id: string }) => (id === second ? "was changed" : undefined);
    expect(await findingsIn(rows, { entryFlaw, pendingFlaw })).toEqual([
      "entry 5: is signed badly",
      `pending transaction ${second}: was changed`,
    ]);
  });

  it("reads nothing more and has no findings of its end when it is stopped among batches or accounts", async () => {
    let pauses = 0;
    const count = async () => {
      pauses++;
      return false;
    };
    const rows = ledgerRows();
    await replayed(rows, { pause: count });
    const accounts = rows.accounts.length;
    const posted = accounts;
    // Before each batch, before each account and at the end, after each posted account, after each page of pending.
    expect(pauses).toBe(15 + accounts + 1 + posted + 1);
    for (let last = 1; last <= 15 + accounts + 1; last++) {
      let left = last;
      const closed = new Proxy(ledgerRows(), {
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
    ["pending transactions", 1, 100],
  ])("can be stopped among %s", async (_, isLater, pendingRead) => {
    const rows = ledgerRows(250);
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

describe("a row without a batch or account is found:", () => {
  it("a missing row of ledger_turn", async () => {
    const rows = ledgerRows();
    rows.isTurnStored = false;
    expect(await findingsIn(rows)).toEqual(["ledger_turn: the row by which writers take turns is not stored"]);
  });

  it("entries before the first batch and after the last", async () => {
    const rows = ledgerRows();
    const [one] = rows.entries;
    if (one === undefined) throw new Error("there is no entry");
    rows.entries.unshift({ ...one, sequence: -7 }, { ...one, sequence: 0 });
    rows.entries.push({ ...one, sequence: 16 }, { ...one, sequence: 900 });
    expect(await findingsIn(rows)).toEqual([-7, 0, 16, 900].map((sequence) => `entry ${sequence}: is of no batch`));
  });

  it("except entries that are written during the replay, with their batch", async () => {
    const rows = ledgerRows();
    // The check of the entries reads the end first.
    rows.earlierEnds.push(13);
    expect(await findingsIn(rows)).toEqual([]);
  });

  it("an account with postings that is not stored", async () => {
    const rows = ledgerRows();
    rows.postings.push({ owner: "mallory", asset: "USD", sequence: 3, leg: 5, kind: 1, amount: 5n });
    const id = new Set(rows.postings.map(({ owner, asset }) => `${owner} ${asset}`)).size;
    expect(await findingsIn(rows)).toEqual([`account ${id}: has postings, and is not stored`]);
  });
});

describe("an account whose postings are not those of its entries", () => {
  const place = `account ben ${standard}`;

  /** Rows in which `change` alters postings of Ben's account; `of` returns the index of his nth posting. */
  function alteredRows(change: (rows: MemoryRows, of: (at: number) => number) => void): MemoryRows {
    const rows = ledgerRows();
    const own = [...rows.postings.entries()].filter(([, { owner }]) => owner === "ben").map(([index]) => index);
    change(rows, (at) => own[at] as number);
    return rows;
  }

  it("has the wrong postings reported, by amount, kind and place", async () => {
    const rows = alteredRows(({ postings }, of) => {
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

  it("has at most ten of them reported", async () => {
    const rows = alteredRows(({ postings }, of) => {
      for (let at = 0; at < 12; at++) {
        const index = of(at);
        postings[index] = { ...(postings[index] as (typeof postings)[0]), kind: 4 };
      }
    });
    expect(await findingsIn(rows)).toHaveLength(1 + 10);
  });

  it("has postings reported whose entry is missing, different or unreadable", async () => {
    const rows = alteredRows((them) => {
      const at = (sequence: number) => them.entries.findIndex((entry) => entry.sequence === sequence);
      const bytes = entryBytes({ ...readEntry(them.entries[at(3)]?.bytes as Uint8Array), counterparty: "eve" });
      them.entries[at(3)] = { ...(them.entries[at(3)] as (typeof them.entries)[0]), bytes };
      them.entries[at(5)] = { ...(them.entries[at(5)] as (typeof them.entries)[0]), bytes: Uint8Array.of(1, 2) };
      them.entries.splice(at(7), 1);
    });
    const named = (await findingsIn(rows)).filter((finding) => finding.startsWith(`${place}: posting`));
    expect(named).toEqual([3, 5, 7].map((sequence) => `${place}: posting ${sequence}/1 is of no entry`));
  });

  it("has no posting reported that was written during the replay", async () => {
    const rows = alteredRows(({ postings }, of) => {
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

it("an account that is removed during the replay is reported as not stored", async () => {
  const rows = ledgerRows();
  const { account } = rows;
  rows.account = async (name) => (name.owner === "ben" ? undefined : account.call(rows, name));
  const findings = await findingsIn(rows);
  expect(findings).toEqual([`account ben ${standard}: is not stored`]);
});

describe("the entries of a batch", () => {
  const batch = (firstSequence: number, lastSequence: number) => ({ firstSequence, lastSequence }) as Batch;

  it("are those with its sequence numbers", async () => {
    const read = await entriesOf(ledgerRows(), batch(3, 5));
    expect(read.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
  });

  it("are those that are stored", async () => {
    const rows = ledgerRows();
    rows.entries.splice(3, 1);
    expect((await entriesOf(rows, batch(3, 5))).map(({ sequence }) => sequence)).toEqual([3, 5]);
  });

  it.each([
    [5, 4],
    [5, -5],
    [5, Number.NaN],
  ])("are none from %d to %d, and nothing is read", async (first, last) => {
    const rows = ledgerRows();
    expect(await entriesOf(rows, batch(first, last))).toEqual([]);
    expect(rows.mostAtOnce.size).toBe(0);
  });

  it("are at most ten thousand, whatever its row says", async () => {
    const rows = ledgerRows();
    expect(await entriesOf(rows, batch(1, 2 ** 50))).toHaveLength(15);
    expect(rows.mostAtOnce.get("entries")).toBe(10_000);
  });
});
