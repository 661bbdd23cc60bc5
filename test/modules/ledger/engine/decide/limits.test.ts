import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../../../server/modules/ledger/domain/default-policy.ts";
import type { AssetPolicy } from "../../../../../server/modules/ledger/domain/policy.ts";
import { law } from "../../../../support/laws/law.ts";
import { creation, exchange, issue, MemoryLedger, transfer } from "../memory-ledger.ts";

const dayMs = 86_400_000;

/** A ledger in which Anna has a level and much money, and her limits. */
function prepared(asset: string, level: number) {
  const ledger = new MemoryLedger();
  ledger.open("anna", { level });
  ledger.open("ben");
  ledger.give("anna", asset, 10n ** 18n);
  ledger.give("anna", asset, 10n ** 18n);
  const limit = defaultPolicy.assets.get(asset)?.limits[level];
  if (limit === undefined) throw new Error("there is no such limit");
  return { ledger, ...limit };
}

const everyLimit = [...defaultPolicy.assets.keys()].flatMap((asset) =>
  [0, 1, 2, 3, 4, 5].map((level) => ({ asset, level })),
);

describe("the limit of a transaction", () => {
  it.each(everyLimit)("of $asset at level $level holds to the minor unit", ({ asset, level }) => {
    const { ledger, perTransaction } = prepared(asset, level);
    expect(ledger.outcome(transfer({ asset, amount: perTransaction + 1n }))).toBe(5);
    expect(ledger.outcome(transfer({ asset, amount: perTransaction }))).toBe(0);
  });

  it.each(everyLimit)(
    "of $asset at level $level holds for a session of that level, and no session raises it",
    ({ asset, level }) => {
      const { ledger } = prepared(asset, 5);
      const paid = (amount: bigint, levelMax: number) => ledger.outcome(transfer({ asset, amount, levelMax }));
      const own = prepared(asset, level);
      expect(paid(own.perTransaction + 1n, level)).toBe(5);
      expect(paid(own.perTransaction, level)).toBe(0);
      expect(own.ledger.outcome(transfer({ asset, amount: own.perTransaction + 1n, levelMax: 5 }))).toBe(5);
    },
  );

  it("is 0 at an unknown level", () => {
    const { ledger } = prepared("USD", 0);
    ledger.open("anna", { level: 6 });
    expect(ledger.outcome(transfer({ asset: "USD", amount: 1n }))).toBe(5);
  });
});

describe("the limit of a day", () => {
  it.each(everyLimit)("of $asset at level $level holds to the minor unit", ({ asset, level }) => {
    const { ledger, perTransaction, perDay } = prepared(asset, level);
    let left = perDay;
    for (; left > perTransaction; left -= perTransaction) {
      expect(ledger.outcome(transfer({ asset, amount: perTransaction }))).toBe(0);
    }
    if (left < perTransaction) expect(ledger.outcome(transfer({ asset, amount: left + 1n }))).toBe(5);
    expect(ledger.outcome(transfer({ asset, amount: left }))).toBe(0);
    expect(ledger.outcome(transfer({ asset, amount: 1n }))).toBe(5);
  });

  it("starts again at midnight UTC, to the millisecond", () => {
    const { ledger, perTransaction, perDay } = prepared("USD", 0);
    ledger.nowMs = Date.UTC(2026, 0, 16) - 1;
    for (let spent = 0n; spent < perDay; spent += perTransaction) {
      expect(ledger.outcome(transfer({ asset: "USD", amount: perTransaction }))).toBe(0);
    }
    expect(ledger.outcome(transfer({ asset: "USD", amount: 1n }))).toBe(5);
    ledger.nowMs += 1;
    expect(ledger.outcome(transfer({ asset: "USD", amount: perTransaction }))).toBe(0);
  });

  it("applies per asset, and counts neither fees nor refused transfers nor withdrawals", () => {
    const { ledger, perTransaction, perDay } = prepared("USD", 0);
    ledger.give("anna", "EUR", 10n ** 6n);
    ledger.outcome(issue("withdraw", "anna", "USD", perDay));
    expect(ledger.outcome(transfer({ asset: "EUR", amount: perTransaction }))).toBe(0);
    expect(ledger.outcome(transfer({ asset: "USD", amount: perTransaction, recipient: "nobody" }))).toBe(4);
    expect(ledger.outcome(transfer({ asset: "USD", amount: perTransaction, isSigned: false }))).toBe(2);
    for (let spent = 0n; spent < perDay; spent += perTransaction) {
      expect(ledger.outcome(transfer({ asset: "USD", amount: perTransaction }))).toBe(0);
    }
  });

  const anyPayment = fc.record({
    amount: fc.bigInt({ min: 1n, max: 12_000n }),
    afterMs: fc.constantFrom(0, 1, dayMs / 3, dayMs),
  });
  law("is never exceeded by any sequence of transfers", fc.array(anyPayment, { maxLength: 30 }), (payments) => {
    const { ledger, perDay } = prepared("USD", 0);
    const sent = new Map<number, bigint>();
    for (const { amount, afterMs } of payments) {
      ledger.nowMs += afterMs;
      const day = Math.floor(ledger.nowMs / dayMs);
      const before = sent.get(day) ?? 0n;
      const isAllowed = amount <= 10_000n && before + amount <= perDay;
      expect(ledger.outcome(transfer({ asset: "USD", amount }))).toBe(isAllowed ? 0 : 5);
      if (isAllowed) sent.set(day, before + amount);
    }
  });
});

describe("the range of stored values", () => {
  const usd = defaultPolicy.assets.get("USD");
  const changed = (change: Partial<AssetPolicy>): MemoryLedger => {
    if (usd === undefined) throw new Error("there are no dollars");
    const ledger = new MemoryLedger({ ...defaultPolicy, assets: new Map([["USD", { ...usd, ...change }]]) });
    ledger.open("anna");
    ledger.open("ben");
    return ledger;
  };

  it("bounds the amount sent on a day, even below a higher limit", () => {
    const limits = Array.from({ length: 6 }, () => ({ perTransaction: 10n ** 18n, perDay: 10n ** 30n }));
    const ledger = changed({ limits, feeBasisPoints: 0, feeMinimum: 0n });
    ledger.give("anna", "USD", 10n ** 18n);
    for (let round = 0; round < 9; round++) {
      expect(ledger.outcome(transfer({ asset: "USD", amount: 10n ** 18n }))).toBe(0);
      expect(ledger.outcome(transfer({ asset: "USD", amount: 10n ** 18n, owner: "ben", recipient: "anna" }))).toBe(0);
    }
    expect(ledger.outcome(transfer({ asset: "USD", amount: 10n ** 18n }))).toBe(5);
  });

  it("bounds the fee: a transaction with a higher fee is refused and recorded", () => {
    const ledger = changed({ feeMinimum: 10n ** 21n });
    expect(ledger.outcome(transfer({ asset: "USD" }))).toBe(1);
    expect(ledger.submit(creation({ asset: "USD" })).kind).toBe("nothing");
  });

  it("bounds the texts in the entry of a refused order", () => {
    const ledger = changed({});
    const long = { recipient: "x".repeat(70_000), description: `${"x".repeat(511)}😀😀`, asset: "X".repeat(70_000) };
    expect(ledger.outcome(transfer({ ...long, isValid: false }))).toBe(1);
    const entry = ledger.entries[0];
    expect([entry?.counterparty?.length, entry?.asset.length, entry?.description.length]).toEqual([64, 16, 512]);
    expect(entry?.description.isWellFormed()).toBe(true);
  });
});

describe("a deposit or withdrawal", () => {
  it.each([-1n, 0n, 10n ** 18n + 1n])("of %s is refused and not recorded", (amount) => {
    const { ledger } = prepared("USD", 5);
    for (const kind of ["deposit", "withdraw"] as const) {
      expect(ledger.submit(issue(kind, "anna", "USD", amount))).toEqual({ kind: "refused", reason: "too much" });
    }
    expect(ledger.entries).toHaveLength(2);
  });

  it("needs a wallet and a known asset, and a withdrawal needs the balance and no freeze", () => {
    const { ledger } = prepared("USD", 5);
    const invalid = { kind: "refused", reason: "wallet invalid" };
    expect(ledger.submit(issue("deposit", "nobody", "USD", 1n))).toEqual(invalid);
    expect(ledger.submit(issue("deposit", "anna", "XAU", 1n))).toEqual(invalid);
    ledger.open("anna", { isFrozen: true });
    expect(ledger.submit(issue("withdraw", "anna", "USD", 1n))).toEqual(invalid);
    expect(ledger.outcome(issue("deposit", "anna", "EUR", 7n))).toBe(0);
    ledger.open("anna");
    const short = { kind: "refused", reason: "funds insufficient" };
    expect(ledger.submit(issue("withdraw", "anna", "EUR", 8n))).toEqual(short);
    expect(ledger.outcome(issue("withdraw", "anna", "EUR", 7n))).toBe(0);
    expect(ledger.balance("@issuance", "EUR")).toBe(0n);
  });
});

describe("the maximum balance of an account", () => {
  it("bounds transfers, exchanges and deposits, which lose nothing", () => {
    const most = 2n ** 63n - 1n;
    const { ledger } = prepared("TOKEN_STANDARD", 5);
    const full = { balance: most, spentDay: 0, spent: 0n, held: 0n };
    ledger.accounts.set("ben TOKEN_STANDARD", full);
    ledger.setRate("TOKEN_MICRO", "TOKEN_STANDARD", 10n ** 12n);
    ledger.give("ben", "TOKEN_MICRO", 10n ** 12n);
    expect(ledger.outcome(transfer({ amount: 1n }))).toBe(5);
    const intoFull = { owner: "ben", source: "TOKEN_MICRO", sourceAmount: 10n ** 12n, target: "TOKEN_STANDARD" };
    expect(ledger.outcome(exchange(intoFull))).toBe(14);
    expect(ledger.submit(issue("deposit", "ben", "TOKEN_STANDARD", 1n))).toEqual({
      kind: "refused",
      reason: "too much",
    });
    ledger.accounts.set("@issuance USD", { balance: -most, spentDay: 0, spent: 0n, held: 0n });
    expect(ledger.submit(issue("deposit", "ben", "USD", 1n))).toEqual({ kind: "refused", reason: "too much" });
    ledger.accounts.set("@fees EUR", full);
    ledger.give("anna", "EUR", 1_000n);
    expect(ledger.outcome(transfer({ asset: "EUR", amount: 1n }))).toBe(5);
    expect(ledger.balance("ben", "TOKEN_STANDARD")).toBe(most);
  });
});
