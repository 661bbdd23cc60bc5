import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ExchangeResultSchema } from "#contract/wallet/v1/exchange_pb.js";
import type { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import type { FixedWindowLimiter } from "../../../../core/fixed-window/fixed-window-limiter.ts";
import { choicesOf } from "../../../../rpc/idempotency/choices.ts";
import type { Context, Operations } from "../../../../rpc/operations.ts";
import { pageEnd } from "../../../../rpc/pages.ts";
import { externalToken } from "../../../ledger/domain/assets.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";
import type { Wallets } from "../../../ledger/domain/wallets.ts";
import { submitted } from "../../../ledger/index.ts";
import { exchangeRecord, exchangeResult, failedExchange } from "../../messages/exchange-message.ts";
import { foundWallet } from "../../messages/found-wallet.ts";
import { rateMessage } from "../../orders/amounts.ts";
import { type ExchangeAsked, exchangeRequest, requireSourceAmount } from "../../orders/exchange-question.ts";
import { idTaken, requestedId } from "../../orders/request-id.ts";
import { exchangesBefore } from "./history.ts";
import { createQuote, type QuoteDeps } from "./quote.ts";

export interface ExchangeOperationsDeps extends QuoteDeps {
  readonly ledger: Ledger;
  readonly wallets: Wallets;
  /** Limits the transactions and exchanges of each identity. */
  readonly attempts: FixedWindowLimiter;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Members of a request besides its exchange. Empty ids count as absent. */
interface ExchangeTerms {
  readonly exchangeId: string;
  readonly quoteId?: string;
  /** Name of the parameter with the amount. */
  readonly amountParameter?: string;
}

/** The operations of wallet.v1.ExchangeService. */
export function exchangeOperations(deps: ExchangeOperationsDeps): Operations<typeof ExchangeService> {
  const { ledger, wallets, policy, currentRates, attempts, now = Date.now } = deps;

  async function exchanged(
    asked: ExchangeAsked,
    { exchangeId, quoteId = "", amountParameter = "source_amount" }: ExchangeTerms,
    caller: Context,
  ): Promise<MessageInitShape<typeof ExchangeResultSchema>> {
    attempts.consume(asked.identityId);
    requireSourceAmount(asked, policy, amountParameter);
    const id = requestedId(exchangeId, "exchange_id", choicesOf(caller, now()));
    const request = exchangeRequest(asked, id, quoteId === "" ? undefined : quoteId, policy);
    const outcome = await submitted(ledger, request, caller);
    if (outcome.kind !== "entry") throw idTaken("exchange_id", id);
    const { entry } = outcome;
    if (entry.exchanged !== undefined && entry.outcome === 0) return exchangeResult(id, entry.exchanged, policy);
    return failedExchange(entry, asked, policy);
  }

  return {
    async listRates() {
      const rates = await currentRates();
      const assets = [...policy.assets.keys()];
      const pairs = assets.flatMap((source) => assets.map((target) => rates(source, target)));
      return { rates: pairs.filter((rate) => rate !== undefined).map(rateMessage) };
    },

    async createQuote(request) {
      attempts.consume(request.identityId);
      requireSourceAmount(request, policy, "source_amount");
      const quote = await createQuote(request, deps, now);
      return typeof quote === "number" ? { errorCode: quote } : { quote };
    },

    async exchange(request, caller) {
      return { result: await exchanged(request, request, caller) };
    },

    async exchangeCurrencies({ identityId, sourceCurrencyCode, amount, targetCurrencyCode, exchangeId }, caller) {
      const external = { sourceType: externalToken, targetType: externalToken };
      const asked = { identityId, ...external, sourceCurrencyCode, sourceAmount: amount, targetCurrencyCode };
      return { result: await exchanged(asked, { exchangeId, amountParameter: "amount" }, caller) };
    },

    async listExchanges({ identityId, pageSize, pageToken }) {
      const before = pageEnd(pageToken);
      await foundWallet(wallets, identityId);
      const { found, end } = await exchangesBefore(ledger, identityId, before, pageSize);
      return {
        exchanges: found.flatMap((entry) => (entry.exchanged ? [exchangeRecord(entry, entry.exchanged, policy)] : [])),
        ...(end !== undefined && { nextPageToken: String(end) }),
      };
    },
  };
}
