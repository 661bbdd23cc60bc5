import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { ExchangeErrorCode, type QuoteSchema } from "#contract/wallet/v1/exchange_pb.js";
import { newUuidV7 } from "../../../../core/uuid.ts";
import { decimalOf } from "../../../ledger/domain/money.ts";
import type { Policy } from "../../../ledger/domain/policy.ts";
import { type RateTable, rateScale } from "../../../ledger/domain/rates/rates.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";
import type { Wallets } from "../../../ledger/domain/wallets.ts";
import { exchangeTerms } from "../../../ledger/index.ts";
import { exchangedKinds } from "../../messages/exchange-message.ts";
import { type ExchangeAsked, readExchange } from "../../orders/exchange-question.ts";

export interface QuoteDeps {
  readonly ledger: Pick<Ledger, "balances" | "addQuote">;
  readonly wallets: Pick<Wallets, "find">;
  readonly policy: Policy;
  /** Returns the rates in force now. */
  readonly currentRates: () => Promise<RateTable>;
  /** Lifetime of a quote. */
  readonly quoteSeconds: number;
}

/**
 * Stores a quote of an exchange. Returns the error with which the exchange would fail, as far as it is known
 * beforehand.
 */
export async function createQuote(
  asked: ExchangeAsked,
  deps: QuoteDeps,
  now: () => number,
): Promise<MessageInitShape<typeof QuoteSchema> | ExchangeErrorCode> {
  const { ledger, wallets, policy, currentRates, quoteSeconds } = deps;
  const { identityId } = asked;
  const { source, target, sourceAmount } = readExchange(asked, policy);
  const wallet = await wallets.find(identityId);
  if (wallet === undefined || wallet.isFrozen) return ExchangeErrorCode.INVALID_WALLET;
  if (source === undefined || sourceAmount === undefined) return ExchangeErrorCode.INSUFFICIENT_FUNDS;
  const held = (await ledger.balances(identityId)).find(({ asset }) => asset === source.code)?.balance ?? 0n;
  if (held < sourceAmount) return ExchangeErrorCode.INSUFFICIENT_FUNDS;
  const rate = target && target !== source ? (await currentRates())(source.code, target.code) : undefined;
  if (target === undefined || rate === undefined) return ExchangeErrorCode.RATE_UNAVAILABLE;
  const terms = exchangeTerms({ source, sourceAmount, target, rate, policy });
  if (terms === undefined) return ExchangeErrorCode.EXECUTION_FAILED;
  const id = newUuidV7(now());
  const endsAtMs = now() + quoteSeconds * 1000;
  await ledger.addQuote({ id, owner: identityId, sourceAmount, rate, endsAtMs });
  return {
    id,
    ...exchangedKinds(source.code, target.code),
    exactSourceAmount: decimalOf(sourceAmount, source.scale),
    exactTargetAmount: decimalOf(terms.targetAmount, target.scale),
    exactRate: decimalOf(rate.rate, rateScale),
    exactFee: decimalOf(terms.fee, source.scale),
    ...(terms.networkFee > 0n && { exactNetworkFee: decimalOf(terms.networkFee, target.scale) }),
    expiresAt: timestampFromMs(endsAtMs),
  };
}
