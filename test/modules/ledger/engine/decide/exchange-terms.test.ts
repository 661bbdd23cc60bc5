import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeFee, transferFee } from "../../../../../server/modules/ledger/domain/fees.ts";
import type { AssetPolicy, Policy } from "../../../../../server/modules/ledger/domain/policy.ts";
import { rateUnit } from "../../../../../server/modules/ledger/domain/rates/rates.ts";
import { exchangeTerms, sourceFor } from "../../../../../server/modules/ledger/engine/decide/exchange-terms.ts";
import { law } from "../../../../support/laws/law.ts";
import { anyAmount, anyAsset, anyExchangePolicy, anyRate } from "../../domain/arbitraries.ts";

const anyTrade = fc.record({
  source: anyAsset("TOKEN_STANDARD"),
  target: fc.oneof(anyAsset("TOKEN_MICRO"), anyAsset("USD")),
  rate: anyRate,
  policy: anyExchangePolicy,
});

interface Trade {
  readonly source: AssetPolicy;
  readonly target: AssetPolicy;
  readonly rate: bigint;
  readonly policy: Policy;
}

function rateOf({ code: source }: AssetPolicy, { code: target }: AssetPolicy, rate: bigint) {
  return { source, target, rate, origin: "test", atMs: 0 };
}

function termsOf({ source, target, rate, policy }: Trade, sourceAmount: bigint) {
  return exchangeTerms({ source, sourceAmount, target, rate: rateOf(source, target, rate), policy });
}

function gained(trade: Trade, sourceAmount: bigint): bigint {
  return termsOf(trade, sourceAmount)?.targetAmount ?? 0n;
}

describe("the fee", () => {
  law(
    "of a transaction is the least that reaches its share and its minimum",
    fc.tuple(anyAmount, anyAsset("USD")),
    ([amount, asset]) => {
      const fee = transferFee(amount, asset);
      const isEnough = (candidate: bigint) =>
        candidate >= asset.feeMinimum && candidate * 10_000n >= amount * BigInt(asset.feeBasisPoints);
      expect(isEnough(fee)).toBe(true);
      expect(fee === 0n || !isEnough(fee - 1n)).toBe(true);
    },
  );

  law("of an exchange is never less for two parts", fc.tuple(anyTrade, anyAmount, anyAmount), ([trade, a, b]) => {
    const { source, policy } = trade;
    const parts = exchangeFee(a, source, policy) + exchangeFee(b, source, policy);
    expect(parts).toBeGreaterThanOrEqual(exchangeFee(a + b, source, policy));
  });
});

describe("an exchange", () => {
  law(
    "gives exactly the whole minor units that the rate allows",
    fc.tuple(anyTrade, anyAmount),
    ([trade, sourceAmount]) => {
      const terms = termsOf(trade, sourceAmount);
      fc.pre(terms !== undefined);
      const { source, target, rate } = trade;
      const given = (terms.sourceAmount - terms.fee) * rate * 10n ** BigInt(target.scale);
      const unit = rateUnit * 10n ** BigInt(source.scale);
      const taken = terms.targetAmount + terms.networkFee;
      expect(taken * unit <= given && given < (taken + 1n) * unit).toBe(true);
      expect(terms.networkFee).toBe(target.code === "USD" ? target.networkFee : 0n);
    },
  );

  law("has terms only if something is left after the fees", fc.tuple(anyTrade, anyAmount), ([trade, amount]) => {
    const terms = termsOf(trade, amount);
    if (terms === undefined) return;
    expect(terms.targetAmount).toBeGreaterThan(0n);
    expect(terms.targetAmount).toBeLessThanOrEqual(10n ** 18n);
    expect(terms.fee).toBeLessThan(amount);
  });

  law("gives no more when it is split in two", fc.tuple(anyTrade, anyAmount, anyAmount), ([trade, a, b]) => {
    const whole = termsOf(trade, a + b);
    fc.pre(whole !== undefined);
    expect(gained(trade, a) + gained(trade, b)).toBeLessThanOrEqual(whole.targetAmount);
  });

  law("never gives less for more", fc.tuple(anyTrade, anyAmount, anyAmount), ([trade, a, b]) => {
    const more = termsOf(trade, a + b);
    fc.pre(more !== undefined);
    expect(gained(trade, a)).toBeLessThanOrEqual(more.targetAmount);
  });

  law("and its reverse gain nothing", fc.tuple(anyTrade, anyRate, anyAmount), ([trade, spread, amount]) => {
    const ask = trade.rate + spread - 1n;
    const there = termsOf(trade, amount);
    fc.pre(there !== undefined);
    const { source: target, target: source, policy } = trade;
    const back = gained({ source, target, policy, rate: (rateUnit * rateUnit) / ask }, there.targetAmount);
    expect(back).toBeLessThanOrEqual(amount);
  });

  it("has a network fee for external currencies only", () => {
    const asset = { scale: 2, feeBasisPoints: 0, feeMinimum: 0n, networkFee: 10n, exchangeFeeMinimum: 0n, limits: [] };
    const trade = {
      source: { ...asset, code: "EUR" },
      rate: rateUnit,
      policy: { assets: new Map(), exchangeBasisPoints: 0 },
    };
    const termsTo = (code: string) => termsOf({ ...trade, target: { ...asset, code } }, 100n);
    expect(termsTo("TOKEN_MICRO")).toMatchObject({ networkFee: 0n, targetAmount: 100n });
    expect(termsTo("USD")).toMatchObject({ networkFee: 10n, targetAmount: 90n });
  });

  it("has no terms when the fees take all of it, or less than a minor unit results", () => {
    const asset = { scale: 2, feeBasisPoints: 0, feeMinimum: 0n, networkFee: 0n, limits: [] };
    const source = { ...asset, code: "EUR", exchangeFeeMinimum: 5n };
    const target = { ...asset, code: "USD", exchangeFeeMinimum: 0n };
    const policy = { assets: new Map(), exchangeBasisPoints: 0 };
    expect(termsOf({ source, target, rate: rateUnit, policy }, 5n)).toBeUndefined();
    expect(termsOf({ source, target, rate: rateUnit, policy }, 6n)?.targetAmount).toBe(1n);
    expect(termsOf({ source, target, rate: rateUnit - 1n, policy }, 6n)).toBeUndefined();
    const dear = { ...target, networkFee: 10n };
    expect(termsOf({ source, target: dear, rate: rateUnit, policy }, 15n)).toBeUndefined();
    expect(termsOf({ source, target: dear, rate: rateUnit, policy }, 16n)?.targetAmount).toBe(1n);
  });
});

describe("sourceFor()", () => {
  law("returns the least sufficient source amount", fc.tuple(anyTrade, anyAmount), ([trade, missing]) => {
    const { source, target, rate, policy } = trade;
    const least = sourceFor(missing, { source, target, rate: rateOf(source, target, rate), policy });
    if (least === undefined) {
      expect(policy.exchangeBasisPoints).toBe(10_000);
      return;
    }
    const terms = termsOf(trade, least);
    // There are no terms beyond the maximum amount.
    if (terms !== undefined) expect(terms.targetAmount).toBeGreaterThanOrEqual(missing);
    expect(gained(trade, least - 1n)).toBeLessThan(missing);
  });

  it.each([0n, -1n])("returns undefined for the rate %s", (rate) => {
    const asset = { scale: 2, feeBasisPoints: 0, feeMinimum: 0n, networkFee: 0n, exchangeFeeMinimum: 0n, limits: [] };
    const [source, target] = [
      { ...asset, code: "EUR" },
      { ...asset, code: "USD" },
    ];
    const policy = { assets: new Map(), exchangeBasisPoints: 0 };
    expect(sourceFor(1n, { source, target, rate: rateOf(source, target, rate), policy })).toBeUndefined();
  });

  it("returns undefined for a fee of 100 %", () => {
    const asset = { code: "EUR", scale: 2, feeBasisPoints: 0, feeMinimum: 0n, networkFee: 0n, limits: [] };
    const source = { ...asset, exchangeFeeMinimum: 0n };
    const target = { ...source, code: "USD" };
    const rate = rateOf(source, target, rateUnit);
    const trade = { source, target, rate };
    expect(sourceFor(1n, { ...trade, policy: { assets: new Map(), exchangeBasisPoints: 10_000 } })).toBeUndefined();
    expect(sourceFor(1n, { ...trade, policy: { assets: new Map(), exchangeBasisPoints: 9_999 } })).toBe(10_000n);
  });
});
