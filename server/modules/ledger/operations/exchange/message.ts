import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ExchangeRecordSchema, ExchangeResultSchema } from "../../../../../gen/es/wallet/v1/exchange_pb.js";
import { type AssetCode, currencyCodeOf, tokenTypeOf } from "../../domain/assets.ts";
import type { Entry, Exchanged } from "../../domain/entry/entry.ts";
import { decimalOf, numberOf } from "../../domain/money.ts";
import type { Policy } from "../../domain/policy.ts";
import { rateScale } from "../amounts.ts";

type Result = MessageInitShape<typeof ExchangeResultSchema>;

/** What an exchange came to. */
export function exchangeResult(id: string, exchanged: Exchanged, policy: Policy): Result {
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

/** The token kinds and currencies of an exchange, where they are known. */
export function exchangedKinds(source: AssetCode, target: AssetCode) {
  const [sourceCurrencyCode, targetCurrencyCode] = [currencyCodeOf(source), currencyCodeOf(target)];
  return {
    ...(source !== "" && { sourceType: tokenTypeOf(source) }),
    ...(target !== "" && { targetType: tokenTypeOf(target) }),
    ...(sourceCurrencyCode !== "" && { sourceCurrencyCode }),
    ...(targetCurrencyCode !== "" && { targetCurrencyCode }),
  };
}

/** The exchange that an entry records, or that was made for the sake of its transaction. */
export function exchangeRecord(
  entry: Entry,
  exchanged: Exchanged,
  policy: Policy,
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

/** What the ledger has recorded is in assets that the policy knows, or knew once. */
export function scaleOf(asset: AssetCode, { assets }: Policy): number {
  return assets.get(asset)?.scale ?? 0;
}
