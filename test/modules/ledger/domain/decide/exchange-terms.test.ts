import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeTerms, sourceFor } from "../../../../../server/modules/ledger/domain/decide/exchange-terms.ts";
import { exchangeFee, transferFee } from "../../../../../server/modules/ledger/domain/decide/fees.ts";
import type { AssetPolicy, Policy } from "../../../../../server/modules/ledger/domain/policy.ts";
import { rateUnit } from "../../../../../server/modules/ledger/domain/rates/rates.ts";
import { law } from "../../../../support/laws/law.ts";
import { anyAmount, anyAsset, anyExchangePolicy, anyRate } from "../arbitraries.ts";

const question = fc.record({
  source: anyAsset("TOKEN_STANDARD"),
  target: fc.oneof(anyAsset("TOKEN_MICRO"), anyAsset("USD")),
  rate: anyRate,
  policy: anyExchangePolicy,
});

interface Question {
  readonly source: AssetPolicy;
  readonly target: AssetPolicy;
  readonly rate: bigint;
  readonly policy: Policy;
}

function rateOf({ code: source }: AssetPolicy, { code: target }: AssetPolicy, rate: bigint) {
  return { source, target, rate, origin: "test", atMs: 0 };
}

function termsOf({ source, target, rate, policy }: Question, sourceAmount: bigint) {
  return exchangeTerms({ source, sourceAmount, target, rate: rateOf(source, target, rate), policy });
}

function gained(asked: Question, sourceAmount: bigint): bigint {
  return termsOf(asked, sourceAmount)?.targetAmount ?? 0n;
}

describe("the fee", () => {
  law(
    "of a transaction is the least that is not below its share and its minimum",
    fc.tuple(anyAmount, anyAsset("USD")),
    ([amount, asset]) => {
      const fee = transferFee(amount, asset);
      const isEnough = (candidate: bigint) =>
        candidate >= asset.feeMinimum && candidate * 10_000n >= amount * BigInt(asset.feeBasisPoints);
      expect(isEnough(fee)).toBe(true);
      expect(fee === 0n || !isEnough(fee - 1n)).toBe(true);
    },
  );

  law("of an exchange is never less for two parts", fc.tuple(question, anyAmount, anyAmount), ([asked, a, b]) => {
    const { source, policy } = asked;
    const parts = exchangeFee(a, source, policy) + exchangeFee(b, source, policy);
    expect(parts).toBeGreaterThanOrEqual(exchangeFee(a + b, source, policy));
  });
});

describe("an exchange", () => {
  law(
    "gives as many whole minor units as the rate allows, not one more or less",
    fc.tuple(question, anyAmount),
    ([asked, sourceAmount]) => {
      const terms = termsOf(asked, sourceAmount);
      fc.pre(terms !== undefined);
      const { source, target, rate } = asked;
      const given = (terms.sourceAmount - terms.fee) * rate * 10n ** BigInt(target.scale);
      const unit = rateUnit * 10n ** BigInt(source.scale);
      const taken = terms.targetAmount + terms.networkFee;
      expect(taken * unit <= given && given < (taken + 1n) * unit).toBe(true);
      expect(terms.networkFee).toBe(target.code === "USD" ? target.networkFee : 0n);
    },
  );

  law("has terms only where something is left after the fees", fc.tuple(question, anyAmount), ([asked, amount]) => {
    const terms = termsOf(asked, amount);
    if (terms === undefined) return;
    expect(terms.targetAmount).toBeGreaterThan(0n);
    expect(terms.targetAmount).toBeLessThanOrEqual(10n ** 18n);
    expect(terms.fee).toBeLessThan(amount);
  });

  law("in two parts gains nothing", fc.tuple(question, anyAmount, anyAmount), ([asked, a, b]) => {
    const whole = termsOf(asked, a + b);
    fc.pre(whole !== undefined);
    expect(gained(asked, a) + gained(asked, b)).toBeLessThanOrEqual(whole.targetAmount);
  });

  law("of more never gives less", fc.tuple(question, anyAmount, anyAmount), ([asked, a, b]) => {
    const more = termsOf(asked, a + b);
    fc.pre(more !== undefined);
    expect(gained(asked, a)).toBeLessThanOrEqual(more.targetAmount);
  });

  law("there and back gains nothing", fc.tuple(question, anyRate, anyAmount), ([asked, spread, amount]) => {
    const ask = asked.rate + spread - 1n;
    const there = termsOf(asked, amount);
    fc.pre(there !== undefined);
    const { source: target, target: source, policy } = asked;
    const back = gained({ source, target, policy, rate: (rateUnit * rateUnit) / ask }, there.targetAmount);
    expect(back).toBeLessThanOrEqual(amount);
  });

  it("of a token of the service has no fee of a network", () => {
    const asset = { scale: 2, feeBasisPoints: 0, feeMinimum: 0n, networkFee: 10n, exchangeFeeMinimum: 0n, limits: [] };
    const asked = {
      source: { ...asset, code: "EUR" },
      rate: rateUnit,
      policy: { assets: new Map(), exchangeBasisPoints: 0 },
    };
    const termsTo = (code: string) => termsOf({ ...asked, target: { ...asset, code } }, 100n);
    expect(termsTo("TOKEN_MICRO")).toMatchObject({ networkFee: 0n, targetAmount: 100n });
    expect(termsTo("USD")).toMatchObject({ networkFee: 10n, targetAmount: 90n });
  });

  it("ends in nothing when the fee takes all of it, and when less than a minor unit comes of it", () => {
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

describe("the source for what is missing", () => {
  law("is the least that brings it", fc.tuple(question, anyAmount), ([asked, missing]) => {
    const { source, target, rate, policy } = asked;
    const least = sourceFor(missing, { source, target, rate: rateOf(source, target, rate), policy });
    if (least === undefined) {
      expect(policy.exchangeBasisPoints).toBe(10_000);
      return;
    }
    const terms = termsOf(asked, least);
    // More than an amount can be is no terms.
    if (terms !== undefined) expect(terms.targetAmount).toBeGreaterThanOrEqual(missing);
    expect(gained(asked, least - 1n)).toBeLessThan(missing);
  });

  it.each([0n, -1n])("is undefined where the rate is %s", (rate) => {
    const asset = { scale: 2, feeBasisPoints: 0, feeMinimum: 0n, networkFee: 0n, exchangeFeeMinimum: 0n, limits: [] };
    const [source, target] = [
      { ...asset, code: "EUR" },
      { ...asset, code: "USD" },
    ];
    const policy = { assets: new Map(), exchangeBasisPoints: 0 };
    expect(sourceFor(1n, { source, target, rate: rateOf(source, target, rate), policy })).toBeUndefined();
  });

  it("is undefined where the fee is everything", () => {
    const asset = { code: "EUR", scale: 2, feeBasisPoints: 0, feeMinimum: 0n, networkFee: 0n, limits: [] };
    const source = { ...asset, exchangeFeeMinimum: 0n };
    const target = { ...source, code: "USD" };
    const rate = rateOf(source, target, rateUnit);
    const asked = { source, target, rate };
    expect(sourceFor(1n, { ...asked, policy: { assets: new Map(), exchangeBasisPoints: 10_000 } })).toBeUndefined();
    expect(sourceFor(1n, { ...asked, policy: { assets: new Map(), exchangeBasisPoints: 9_999 } })).toBe(10_000n);
  });
});
