import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../../../server/modules/ledger/domain/default-policy.ts";
import { postingsOf } from "../../../../../server/modules/ledger/domain/entry/postings.ts";
import { rateUnit } from "../../../../../server/modules/ledger/domain/rates/rates.ts";
import { exchangeTerms } from "../../../../../server/modules/ledger/engine/decide/exchange-terms.ts";
import { law } from "../../../../support/laws/law.ts";
import { MemoryLedger, transfer } from "../memory-ledger.ts";

interface Short {
  readonly asset: "TOKEN_STANDARD" | "TOKEN_MICRO";
  /** Balances of the sender: of the asset, and of the other token. */
  readonly own: bigint;
  readonly other: bigint;
  readonly rate: bigint;
  readonly amount: bigint;
}

const anyShort: fc.Arbitrary<Short> = fc.record({
  asset: fc.constantFrom("TOKEN_STANDARD", "TOKEN_MICRO"),
  own: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  other: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 6n }), fc.bigInt({ min: 0n, max: 10n ** 11n })),
  rate: fc.oneof(fc.bigInt({ min: rateUnit / 10n ** 5n, max: rateUnit * 1000n }), fc.constant(rateUnit)),
  amount: fc.bigInt({ min: 1n, max: 10n ** 10n }),
});

function otherOf(asset: string): string {
  return asset === "TOKEN_STANDARD" ? "TOKEN_MICRO" : "TOKEN_STANDARD";
}

function prepared({ asset, own, other, rate }: Short): MemoryLedger {
  const ledger = new MemoryLedger();
  ledger.open("anna", { autoExchange: true });
  ledger.open("ben");
  ledger.give("anna", asset, own);
  ledger.give("anna", otherOf(asset), other);
  ledger.setRate(otherOf(asset), asset, rate);
  return ledger;
}

function assetOf(code: string) {
  const asset = defaultPolicy.assets.get(code);
  if (asset === undefined) throw new Error(`there is no ${code}`);
  return asset;
}

describe("a transfer without enough of its token", () => {
  law("exchanges exactly what is missing from the other token, or moves nothing", anyShort, (short) => {
    const ledger = prepared(short);
    const before = ledger.balances();
    const outcome = ledger.outcome(transfer({ asset: short.asset, amount: short.amount }));
    const entry = ledger.entries.at(-1);
    const missing = short.amount + (entry?.fee ?? 0n) - short.own;
    if (outcome !== 0) {
      expect(outcome).toBe(3);
      expect(missing).toBeGreaterThan(0n);
      expect(ledger.balances()).toEqual(before);
      expect(entry?.exchanged).toBeUndefined();
      return;
    }
    expect(ledger.balance("ben", short.asset)).toBe(short.amount);
    expect(entry?.exchanged !== undefined).toBe(missing > 0n);
    if (entry?.exchanged === undefined) return;
    const { sourceAmount, targetAmount } = entry.exchanged;
    expect(targetAmount).toBeGreaterThanOrEqual(missing);
    expect(ledger.balance("anna", otherOf(short.asset))).toBe(short.other - sourceAmount);
    expect(ledger.balance("anna", short.asset)).toBe(targetAmount - missing);
    expect(gainedFor(short, sourceAmount - 1n)).toBeLessThan(missing);
  });

  law("is refused only if all of the other token is not enough", anyShort, (short) => {
    const ledger = prepared(short);
    const outcome = ledger.outcome(transfer({ asset: short.asset, amount: short.amount }));
    const missing = short.amount + (ledger.entries.at(-1)?.fee ?? 0n) - short.own;
    const isEnough = missing <= 0n || gainedFor(short, short.other) >= missing;
    expect(outcome).toBe(isEnough ? 0 : 3);
  });

  const short: Short = { asset: "TOKEN_STANDARD", own: 0n, other: 10n ** 14n, rate: rateUnit, amount: 10n ** 8n };

  it.each([
    ["a wrong signature", { isSigned: false }, 2],
    ["a recipient without a wallet", { recipient: "nobody" }, 4],
    ["more than there is of both", { amount: 10n ** 17n }, 3],
  ])("exchanges nothing when it is refused for %s", (_, change, code) => {
    const ledger = prepared(short);
    const before = ledger.balances();
    expect(ledger.outcome(transfer(change))).toBe(code);
    expect(ledger.balances()).toEqual(before);
  });

  it("is done if the other token just suffices, and refused with one minor unit less", () => {
    const ledger = prepared(short);
    ledger.outcome(transfer());
    const taken = ledger.entries.at(-1)?.exchanged?.sourceAmount ?? 0n;
    expect(prepared({ ...short, other: taken }).outcome(transfer())).toBe(0);
    expect(prepared({ ...short, other: taken - 1n }).outcome(transfer())).toBe(3);
  });

  it("exchanges nothing when it is refused for a limit", () => {
    const ledger = prepared(short);
    ledger.open("anna", { autoExchange: true, level: 0 });
    const before = ledger.balances();
    expect(ledger.outcome(transfer({ amount: 10n ** 10n + 1n }))).toBe(3);
    ledger.give("anna", "TOKEN_MICRO", 10n ** 16n);
    expect(ledger.outcome(transfer({ amount: 10n ** 10n + 1n }))).toBe(5);
    expect({ ...ledger.balances(), "anna TOKEN_MICRO": 0n, "@issuance TOKEN_MICRO": 0n }).toEqual({
      ...before,
      "anna TOKEN_MICRO": 0n,
      "@issuance TOKEN_MICRO": 0n,
    });
  });

  it("is refused without the setting, without a rate, and in an external currency", () => {
    const unset = prepared(short);
    unset.open("anna");
    expect(unset.outcome(transfer())).toBe(3);
    const unrated = prepared(short);
    unrated.rates.clear();
    expect(unrated.outcome(transfer())).toBe(3);
    const outside = prepared(short);
    outside.setRate("TOKEN_MICRO", "USD", rateUnit);
    outside.setRate("TOKEN_STANDARD", "USD", rateUnit);
    expect(outside.outcome(transfer({ asset: "USD", amount: 1n }))).toBe(3);
  });

  it("has the postings of the exchange before its own", () => {
    const ledger = prepared(short);
    ledger.outcome(transfer());
    const legs = ledger.entries.flatMap((entry) => (entry.kind === 1 ? postingsOf(entry) : []));
    expect(legs.map(({ owner, asset }) => `${owner} ${asset}`)).toEqual([
      "anna TOKEN_MICRO",
      "@fees TOKEN_MICRO",
      "@liquidity TOKEN_MICRO",
      "@liquidity TOKEN_STANDARD",
      "anna TOKEN_STANDARD",
      "anna TOKEN_STANDARD",
      "ben TOKEN_STANDARD",
      "@fees TOKEN_STANDARD",
    ]);
  });
});

function gainedFor(short: Short, sourceAmount: bigint): bigint {
  const [source, target] = [assetOf(otherOf(short.asset)), assetOf(short.asset)];
  const rate = { source: source.code, target: target.code, rate: short.rate, origin: "test", atMs: 0 };
  return exchangeTerms({ source, sourceAmount, target, rate, policy: defaultPolicy })?.targetAmount ?? 0n;
}
