import { externalToken, tokenTypeOf } from "../../domain/assets.ts";
import type { Exchanged } from "../../domain/entry/entry.ts";
import { exchangeFee, larger, wholeBasisPoints } from "../../domain/fees.ts";
import { isAmount } from "../../domain/money.ts";
import type { AssetPolicy, Policy } from "../../domain/policy.ts";
import { type Rate, rateUnit } from "../../domain/rates/rates.ts";

/** Inputs of the terms of an exchange. */
export interface ExchangeQuestion {
  readonly source: AssetPolicy;
  /** Minor units, including the fee. */
  readonly sourceAmount: bigint;
  readonly target: AssetPolicy;
  /** From the source to the target. */
  readonly rate: Rate;
  readonly policy: Policy;
  /** The applied quote, if any. */
  readonly quoteId?: string | undefined;
}

/**
 * Computes what the taker gives and gets: `floor((source - fee) * rate) - network fee`, rounded once, against the
 * taker. Undefined if nothing is left, or more than the largest amount.
 */
export function exchangeTerms(question: ExchangeQuestion): Exchanged | undefined {
  const { source, sourceAmount, target, rate, policy, quoteId } = question;
  const fee = exchangeFee(sourceAmount, source, policy);
  if (fee >= sourceAmount) return undefined;
  const networkFee = networkFeeOf(target);
  const targetAmount = ((sourceAmount - fee) * targetPart(target, rate)) / sourcePart(source) - networkFee;
  if (!isAmount(targetAmount)) return undefined;
  return {
    source: source.code,
    sourceAmount,
    fee,
    target: target.code,
    targetAmount,
    networkFee,
    rate: rate.rate,
    rateSource: rate.origin,
    rateAtMs: rate.atMs,
    quoteId,
  };
}

/**
 * Returns the smallest source amount that yields at least `missing` of the target, unbounded; undefined if none does.
 */
export function sourceFor(
  missing: bigint,
  question: Omit<ExchangeQuestion, "sourceAmount" | "quoteId">,
): bigint | undefined {
  const { source, target, rate, policy } = question;
  const remaining = wholeBasisPoints - BigInt(policy.exchangeBasisPoints);
  if (remaining <= 0n || rate.rate <= 0n) return undefined;
  const afterFee = roundedUp((missing + networkFeeOf(target)) * sourcePart(source), targetPart(target, rate));
  // source - ceil(source * points / whole) is floor(source * remaining / whole), so this is the smallest that leaves
  // enough.
  return larger(roundedUp(afterFee * wholeBasisPoints, remaining), afterFee + source.exchangeFeeMinimum);
}

/** Only external currencies have a network fee. */
function networkFeeOf(target: AssetPolicy): bigint {
  return tokenTypeOf(target.code) === externalToken ? target.networkFee : 0n;
}

function targetPart(target: AssetPolicy, rate: Rate): bigint {
  return rate.rate * powerOfTen(target.scale);
}

function sourcePart(source: AssetPolicy): bigint {
  return rateUnit * powerOfTen(source.scale);
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function roundedUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
