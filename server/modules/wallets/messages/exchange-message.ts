import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ExchangeRecordSchema, ExchangeResultSchema } from "#contract/wallet/v1/exchange_pb.js";
import { type AssetCode, currencyCodeOf, tokenTypeOf } from "../../ledger/domain/assets.ts";
import type { Entry, Exchanged } from "../../ledger/domain/entry/entry.ts";
import { decimalOf, numberOf } from "../../ledger/domain/money.ts";
import type { AssetTerms, Policy } from "../../ledger/domain/policy.ts";
import { rateScale } from "../../ledger/domain/rates/rates.ts";
import { minorOfAmount, scaleMax } from "../orders/amounts.ts";
import { type ExchangeAsked, readExchange } from "../orders/exchange-question.ts";

type Result = MessageInitShape<typeof ExchangeResultSchema>;

/** The result of a successful exchange. */
export function exchangeResult(id: string, exchanged: Exchanged, policy: AssetTerms): Result {
  const { source, target, fee, networkFee, rate } = exchanged;
  const [sourceScale, targetScale] = [scaleOf(source, policy), scaleOf(target, policy)];
  return {
    success: true,
    ...exchangedKinds(source, target),
    sourceAmount: numberOf(exchanged.sourceAmount, sourceScale),
    exactSourceAmount: decimalOf(exchanged.sourceAmount, sourceScale),
    targetAmount: numberOf(exchanged.targetAmount, targetScale),
    exactTargetAmount: decimalOf(exchanged.targetAmount, targetScale),
    rate: numberOf(rate, rateScale),
    exactRate: decimalOf(rate, rateScale),
    fee: numberOf(fee, sourceScale),
    exactFee: decimalOf(fee, sourceScale),
    ...(networkFee > 0n && { exactNetworkFee: decimalOf(networkFee, targetScale) }),
    exchangeId: id,
  };
}

/** Returns the result of an exchange that failed, in the terms of its request. */
export function failedExchange({ id, outcome }: Entry, asked: ExchangeAsked, policy: Policy): Result {
  const scale = readExchange(asked, policy).source?.scale ?? scaleMax;
  const amount = minorOfAmount(asked.sourceAmount, scale) ?? 0n;
  return {
    success: false,
    exchangeId: id,
    sourceType: asked.sourceType,
    targetType: asked.targetType,
    ...(asked.sourceCurrencyCode !== "" && { sourceCurrencyCode: asked.sourceCurrencyCode }),
    ...(asked.targetCurrencyCode !== "" && { targetCurrencyCode: asked.targetCurrencyCode }),
    sourceAmount: numberOf(amount, scale),
    exactSourceAmount: decimalOf(amount, scale),
    errorCode: outcome as number,
  };
}

/** The token types and currencies of an exchange, if known. */
export function exchangedKinds(source: AssetCode, target: AssetCode) {
  const [sourceCurrencyCode, targetCurrencyCode] = [currencyCodeOf(source), currencyCodeOf(target)];
  return {
    ...(source !== "" && { sourceType: tokenTypeOf(source) }),
    ...(target !== "" && { targetType: tokenTypeOf(target) }),
    ...(sourceCurrencyCode !== "" && { sourceCurrencyCode }),
    ...(targetCurrencyCode !== "" && { targetCurrencyCode }),
  };
}

/** The exchange of an entry: an exchange by itself, or as part of a transfer. */
export function exchangeRecord(
  entry: Entry,
  exchanged: Exchanged,
  policy: AssetTerms,
): MessageInitShape<typeof ExchangeRecordSchema> {
  return {
    id: entry.id,
    recordedAt: timestampFromMs(entry.atMs),
    result: exchangeResult(entry.id, exchanged, policy),
    rateSource: exchanged.rateSource,
    rateAsOf: timestampFromMs(exchanged.rateAtMs),
    ...(exchanged.quoteId !== undefined && { quoteId: exchanged.quoteId }),
  };
}

/** Scale of an asset; 0 for one that has been removed from the policy. */
export function scaleOf(asset: AssetCode, { assets }: AssetTerms): number {
  return assets.get(asset)?.scale ?? 0;
}
