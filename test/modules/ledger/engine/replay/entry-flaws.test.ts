import { describe, expect, it } from "vitest";
import { entryBytes, readEntry } from "../../../../../server/modules/ledger/domain/entry/chain.ts";
import { asRequestDigest } from "../../../../../server/modules/ledger/domain/entry/digests.ts";
import type { Batch, Entry } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import { postingsOf } from "../../../../../server/modules/ledger/domain/entry/postings.ts";
import { entryFlaws } from "../../../../../server/modules/ledger/engine/replay/entry-flaws.ts";
import { exchange, issue, MemoryLedger, reversal, transfer, voidTransaction } from "../memory-ledger.ts";

/** An unchanged entry of each kind: a deposit, a transfer, an exchange, a withdrawal, a void and a reversal. */
function entries(): { readonly [kind: number]: Entry } {
  const ledger = new MemoryLedger();
  ledger.open("anna");
  ledger.open("ben");
  ledger.setRate("TOKEN_STANDARD", "USD", 2n * 10n ** 12n);
  ledger.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  const paid = transfer();
  ledger.outcome(paid);
  ledger.outcome(reversal({ reverses: paid.id, amount: 5n }));
  ledger.outcome(exchange({ target: "USD" }));
  ledger.outcome(issue("withdraw", "anna", "TOKEN_STANDARD", 10n));
  ledger.outcome(voidTransaction("019b0000-0000-7000-8000-eeeeeeeeeeee"));
  return Object.fromEntries(ledger.entries.map((entry) => [entry.kind, readEntry(entryBytes(entry))]));
}

function flawsOf(kind: number, change: Partial<Entry> = {}): string[] {
  const entry = entries()[kind] as Entry;
  return entryFlaws({ ...entry, ...change }, entry.sequence, { atMs: entry.atMs } as Batch, postingsOf(entry));
}

it.each([1, 2, 3, 4, 5, 9])("an unchanged entry of kind %i has no flaws", (kind) => {
  expect(flawsOf(kind)).toEqual([]);
});

describe("the outcomes of a kind", () => {
  const refused = { 1: [1, 2, 3, 4, 5, 6, 9, 10, 15], 2: [11, 12, 13, 14], 3: [], 4: [], 5: [6], 9: [] } as Record<
    number,
    number[]
  >;
  const outcomes = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15] as Entry["outcome"][];
  const pairs = [1, 2, 3, 4, 5, 9].flatMap((kind) => outcomes.map((outcome) => [kind, outcome] as const));

  it.each(pairs)("kind %i, outcome %i", (kind, outcome) => {
    const has = refused[kind]?.includes(outcome) || (outcome === 0 && kind !== 5);
    const flaw = `has outcome ${outcome}, which its kind has not`;
    expect(flawsOf(kind, { outcome }).includes(flaw)).toBe(!has);
  });
});

it.each(["counterparty", "order", "keyId", "signature"] as const)("a transfer without %s has a flaw", (member) => {
  expect(flawsOf(1, { [member]: undefined })).toEqual(["has no order, key and signature"]);
});

describe("a link to a transfer that is given back", () => {
  const flaw = "gives something back, or not, unlike its kind";
  const reverses = "019b0000-0000-7000-8000-eeeeeeeeeeee";

  it.each([2, 3, 4, 5])("is a flaw of kind %i", (kind) => {
    expect(flawsOf(kind, { reverses })).toEqual([flaw]);
  });

  it("is needed by a reversal, and by a transfer that failed by its rules", () => {
    expect(flawsOf(9, { reverses: undefined })).toEqual([flaw]);
    expect(flawsOf(9, { counterparty: undefined })).toContain(flaw);
    for (const outcome of [10, 15] as const) {
      expect(flawsOf(1, { outcome })).toEqual([flaw]);
      expect(flawsOf(1, { outcome, reverses })).toEqual([]);
    }
  });

  it("goes with no fee", () => {
    expect(flawsOf(1, { reverses })).toEqual([flaw]);
    expect(flawsOf(1, { reverses, fee: 0n })).toEqual([]);
    expect(flawsOf(9, { fee: 1n })).toContain(flaw);
  });
});

describe("a link to others of its set", () => {
  const flaw = "is linked, or not, unlike its outcome";

  it.each([
    [1, { linked: { failed: "" } }, []],
    [1, { linked: { failed: "" }, outcome: 3 }, []],
    [1, { linked: { failed: "x" }, outcome: 9 }, []],
    [1, { linked: { failed: "x" } }, [flaw]],
    [1, { linked: { failed: "" }, outcome: 9 }, [flaw]],
    [1, { outcome: 9 }, [flaw]],
    [3, { linked: { failed: "" } }, [flaw]],
  ] as const)("of kind %i with %j has the flaws %j", (kind, change, flaws) => {
    expect(flawsOf(kind, change)).toEqual(flaws);
  });
});

describe("an exchange", () => {
  const { exchanged, amount } = entries()[2] as Entry & { exchanged: NonNullable<Entry["exchanged"]> };

  it.each([
    ["another source", { ...exchanged, source: "EUR" }],
    ["another amount", { ...exchanged, sourceAmount: amount - 1n }],
    ["a fee of its whole amount", { ...exchanged, fee: amount }],
    ["no terms", undefined],
  ])("with %s has a flaw", (_, other) => {
    expect(flawsOf(2, { exchanged: other })).toEqual(["does not exchange what it says"]);
  });

  it("may have a fee of all but one minor unit", () => {
    expect(flawsOf(2, { exchanged: { ...exchanged, fee: amount - 1n } })).toEqual([]);
  });

  it("that was refused has no terms", () => {
    expect(flawsOf(2, { exchanged: undefined, outcome: 12 })).toEqual([]);
  });
});

it.each([0n, -1n, 10n ** 18n + 1n])("an amount of %s is a flaw", (amount) => {
  expect(flawsOf(3, { amount })).toEqual([`moves ${amount}, which is no amount`]);
});

it("a refused entry may have any amount", () => {
  expect(flawsOf(1, { amount: 0n, outcome: 1 })).toEqual([]);
});

it.each([
  [{ sequence: 77 }, "has sequence 77"],
  [{ atMs: 77 }, "is not of the time of its batch"],
  [{ requestDigest: asRequestDigest(new Uint8Array(32)) }, "is not of the order that it keeps"],
])("%j is a flaw", (change, flaw) => {
  expect(flawsOf(1, change)).toEqual([flaw]);
});

it("postings that do not add up to zero are a flaw in each asset", () => {
  const entry = entries()[2] as Entry;
  const batch = { atMs: entry.atMs } as Batch;
  const [first, ...others] = postingsOf(entry);
  const without = others.filter(({ asset }) => asset !== "USD");
  const sums = entryFlaws(entry, entry.sequence, batch, without);
  expect(sums).toEqual([`moves ${-(first?.amount ?? 0n)} of TOKEN_STANDARD in all, not 0`]);
});
