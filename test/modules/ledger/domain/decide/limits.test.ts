import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../../../server/modules/ledger/domain/default-policy.ts";
import type { AssetPolicy } from "../../../../../server/modules/ledger/domain/policy.ts";
import { law } from "../../../../support/laws/law.ts";
import { creation, exchange, issue, MemoryLedger, transfer } from "../memory-ledger.ts";

const dayMs = 86_400_000;

/** Anna of a level, rich, and what her limits are. */
function prepared(asset: string, level: number) {
  const scene = new MemoryLedger();
  scene.open("anna", { level });
  scene.open("ben");
  scene.give("anna", asset, 10n ** 18n);
  scene.give("anna", asset, 10n ** 18n);
  const limit = defaultPolicy.assets.get(asset)?.limits[level];
  if (limit === undefined) throw new Error("there is no such limit");
  return { scene, ...limit };
}

const everyLimit = [...defaultPolicy.assets.keys()].flatMap((asset) =>
  [0, 1, 2, 3, 4, 5].map((level) => ({ asset, level })),
);

describe("the limit of a transaction", () => {
  it.each(everyLimit)("of $asset at level $level holds to the minor unit", ({ asset, level }) => {
    const { scene, perTransaction } = prepared(asset, level);
    expect(scene.outcome(transfer({ asset, amount: perTransaction + 1n }))).toBe(5);
    expect(scene.outcome(transfer({ asset, amount: perTransaction }))).toBe(0);
  });

  it("is nothing at a level that there is not", () => {
    const { scene } = prepared("USD", 0);
    scene.open("anna", { level: 6 });
    expect(scene.outcome(transfer({ asset: "USD", amount: 1n }))).toBe(5);
  });
});

describe("the limit of a day", () => {
  it.each(everyLimit)("of $asset at level $level holds to the minor unit", ({ asset, level }) => {
    const { scene, perTransaction, perDay } = prepared(asset, level);
    let left = perDay;
    for (; left > perTransaction; left -= perTransaction) {
      expect(scene.outcome(transfer({ asset, amount: perTransaction }))).toBe(0);
    }
    if (left < perTransaction) expect(scene.outcome(transfer({ asset, amount: left + 1n }))).toBe(5);
    expect(scene.outcome(transfer({ asset, amount: left }))).toBe(0);
    expect(scene.outcome(transfer({ asset, amount: 1n }))).toBe(5);
  });

  it("begins anew at midnight UTC, to the millisecond", () => {
    const { scene, perTransaction, perDay } = prepared("USD", 0);
    scene.nowMs = Date.UTC(2026, 0, 16) - 1;
    for (let spent = 0n; spent < perDay; spent += perTransaction) {
      expect(scene.outcome(transfer({ asset: "USD", amount: perTransaction }))).toBe(0);
    }
    expect(scene.outcome(transfer({ asset: "USD", amount: 1n }))).toBe(5);
    scene.nowMs += 1;
    expect(scene.outcome(transfer({ asset: "USD", amount: perTransaction }))).toBe(0);
  });

  it("is of each asset by itself, and counts neither fees nor what was refused nor what is not sent", () => {
    const { scene, perTransaction, perDay } = prepared("USD", 0);
    scene.give("anna", "EUR", 10n ** 6n);
    scene.outcome(issue("withdraw", "anna", "USD", perDay));
    expect(scene.outcome(transfer({ asset: "EUR", amount: perTransaction }))).toBe(0);
    expect(scene.outcome(transfer({ asset: "USD", amount: perTransaction, recipient: "nobody" }))).toBe(4);
    expect(scene.outcome(transfer({ asset: "USD", amount: perTransaction, isSigned: false }))).toBe(2);
    for (let spent = 0n; spent < perDay; spent += perTransaction) {
      expect(scene.outcome(transfer({ asset: "USD", amount: perTransaction }))).toBe(0);
    }
  });

  const anyPayment = fc.record({
    amount: fc.bigInt({ min: 1n, max: 12_000n }),
    afterMs: fc.constantFrom(0, 1, dayMs / 3, dayMs),
  });
  law("is never exceeded, whatever is sent", fc.array(anyPayment, { maxLength: 30 }), (payments) => {
    const { scene, perDay } = prepared("USD", 0);
    const sent = new Map<number, bigint>();
    for (const { amount, afterMs } of payments) {
      scene.nowMs += afterMs;
      const day = Math.floor(scene.nowMs / dayMs);
      const before = sent.get(day) ?? 0n;
      const isAllowed = amount <= 10_000n && before + amount <= perDay;
      expect(scene.outcome(transfer({ asset: "USD", amount }))).toBe(isAllowed ? 0 : 5);
      if (isAllowed) sent.set(day, before + amount);
    }
  });
});

describe("what can be written down", () => {
  const usd = defaultPolicy.assets.get("USD");
  const changed = (change: Partial<AssetPolicy>): MemoryLedger => {
    if (usd === undefined) throw new Error("there are no dollars");
    const scene = new MemoryLedger({ ...defaultPolicy, assets: new Map([["USD", { ...usd, ...change }]]) });
    scene.open("anna");
    scene.open("ben");
    return scene;
  };

  it("bounds what is sent on a day, however high the limit is", () => {
    const limits = Array.from({ length: 6 }, () => ({ perTransaction: 10n ** 18n, perDay: 10n ** 30n }));
    const scene = changed({ limits, feeBasisPoints: 0, feeMinimum: 0n });
    scene.give("anna", "USD", 10n ** 18n);
    for (let round = 0; round < 9; round++) {
      expect(scene.outcome(transfer({ asset: "USD", amount: 10n ** 18n }))).toBe(0);
      expect(scene.outcome(transfer({ asset: "USD", amount: 10n ** 18n, owner: "ben", recipient: "anna" }))).toBe(0);
    }
    expect(scene.outcome(transfer({ asset: "USD", amount: 10n ** 18n }))).toBe(5);
  });

  it("bounds the fee: a transaction whose fee is beyond it is refused, and that is recorded", () => {
    const scene = changed({ feeMinimum: 10n ** 21n });
    expect(scene.outcome(transfer({ asset: "USD" }))).toBe(1);
    expect(scene.submit(creation({ asset: "USD" })).kind).toBe("nothing");
  });

  it("bounds the texts of an order that is refused", () => {
    const scene = changed({});
    const long = { recipient: "x".repeat(70_000), description: `${"x".repeat(511)}😀😀`, asset: "X".repeat(70_000) };
    expect(scene.outcome(transfer({ ...long, isValid: false }))).toBe(1);
    const entry = scene.entries[0];
    expect([entry?.counterparty?.length, entry?.asset.length, entry?.description.length]).toEqual([64, 16, 512]);
    expect(entry?.description.isWellFormed()).toBe(true);
  });
});

describe("a deposit or withdrawal", () => {
  it.each([-1n, 0n, 10n ** 18n + 1n])("of %s is refused and not recorded", (amount) => {
    const { scene } = prepared("USD", 5);
    for (const kind of ["deposit", "withdraw"] as const) {
      expect(scene.submit(issue(kind, "anna", "USD", amount))).toEqual({ kind: "refused", reason: "too much" });
    }
    expect(scene.entries).toHaveLength(2);
  });

  it("needs a wallet, a known asset, and to take something out one that is not frozen and holds it", () => {
    const { scene } = prepared("USD", 5);
    const invalid = { kind: "refused", reason: "wallet invalid" };
    expect(scene.submit(issue("deposit", "nobody", "USD", 1n))).toEqual(invalid);
    expect(scene.submit(issue("deposit", "anna", "XAU", 1n))).toEqual(invalid);
    scene.open("anna", { isFrozen: true });
    expect(scene.submit(issue("withdraw", "anna", "USD", 1n))).toEqual(invalid);
    expect(scene.outcome(issue("deposit", "anna", "EUR", 7n))).toBe(0);
    scene.open("anna");
    const short = { kind: "refused", reason: "funds insufficient" };
    expect(scene.submit(issue("withdraw", "anna", "EUR", 8n))).toEqual(short);
    expect(scene.outcome(issue("withdraw", "anna", "EUR", 7n))).toBe(0);
    expect(scene.balance("@issuance", "EUR")).toBe(0n);
  });
});

describe("what an account can hold", () => {
  it("bounds transfers, exchanges and deposits, and nothing is lost", () => {
    const most = 2n ** 63n - 1n;
    const { scene } = prepared("TOKEN_STANDARD", 5);
    const full = { balance: most, spentDay: 0, spent: 0n };
    scene.accounts.set("ben TOKEN_STANDARD", full);
    scene.setRate("TOKEN_MICRO", "TOKEN_STANDARD", 10n ** 12n);
    scene.give("ben", "TOKEN_MICRO", 10n ** 12n);
    expect(scene.outcome(transfer({ amount: 1n }))).toBe(5);
    const intoFull = { owner: "ben", source: "TOKEN_MICRO", sourceAmount: 10n ** 12n, target: "TOKEN_STANDARD" };
    expect(scene.outcome(exchange(intoFull))).toBe(14);
    expect(scene.submit(issue("deposit", "ben", "TOKEN_STANDARD", 1n))).toEqual({
      kind: "refused",
      reason: "too much",
    });
    scene.accounts.set("@issuance USD", { balance: -most, spentDay: 0, spent: 0n });
    expect(scene.submit(issue("deposit", "ben", "USD", 1n))).toEqual({ kind: "refused", reason: "too much" });
    scene.accounts.set("@fees EUR", full);
    scene.give("anna", "EUR", 1_000n);
    expect(scene.outcome(transfer({ asset: "EUR", amount: 1n }))).toBe(5);
    expect(scene.balance("ben", "TOKEN_STANDARD")).toBe(most);
  });
});
