import { randomBytes } from "node:crypto";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  ExchangeErrorCode,
  type ExchangeResultSchema,
  type QuoteSchema,
} from "../../../../../gen/es/wallet/v1/exchange_pb.js";
import type { ExchangeService } from "../../../../../gen/es/wallet/v1/exchange_service_pb.js";
import type { FixedWindowLimiter } from "../../../../core/fixed-window/fixed-window-limiter.ts";
import { uuidV7 } from "../../../../core/uuid.ts";
import type { Context, Operations } from "../../../../rpc/operations.ts";
import { pageEnd } from "../../../../rpc/pages.ts";
import { externalToken } from "../../domain/assets.ts";
import type { Ledger } from "../../domain/book.ts";
import { exchangeTerms } from "../../domain/decide/exchange-terms.ts";
import { type Entry, entryKinds } from "../../domain/entry/entry.ts";
import { decimalOf, numberOf } from "../../domain/money.ts";
import type { Policy } from "../../domain/policy.ts";
import type { RateTable } from "../../domain/rates/rates.ts";
import type { Wallets } from "../../domain/wallets.ts";
import { rateMessage, rateScale } from "../amounts.ts";
import { requestedId } from "../transfers/orders.ts";
import { idTaken, submitted } from "../transfers/submission.ts";
import { foundWallet } from "../wallets/wallets.ts";
import { exchangedKinds, exchangeRecord, exchangeResult, scaleOf } from "./message.ts";
import { type ExchangeAsked, exchangeRequest, readExchange } from "./question.ts";

export interface ExchangeOperationsDeps {
  readonly ledger: Ledger;
  readonly wallets: Wallets;
  readonly policy: Policy;
  readonly rates: RateTable;
  /** Transactions and exchanges that each identity may try. */
  readonly attempts: FixedWindowLimiter;
  /** How long a quote holds. */
  readonly quoteSeconds: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

type Result = MessageInitShape<typeof ExchangeResultSchema>;

/** The operations of wallet.v1.ExchangeService. */
export function exchangeOperations(deps: ExchangeOperationsDeps): Operations<typeof ExchangeService> {
  const { ledger, wallets, policy, rates, attempts, quoteSeconds, now = Date.now } = deps;

  async function exchanged(
    asked: ExchangeAsked,
    exchangeId: string,
    quoteId: string | undefined,
    caller: Context,
  ): Promise<Result> {
    attempts.consume(asked.identityId);
    const id = requestedId(exchangeId, "exchange_id", now());
    const outcome = await submitted(ledger, exchangeRequest(asked, id, quoteId, policy), caller);
    if (outcome.kind !== "entry") throw idTaken("exchange_id");
    const { entry } = outcome;
    if (entry.exchanged !== undefined && entry.outcome === 0) return exchangeResult(id, entry.exchanged, policy);
    return failed(entry, asked);
  }

  function failed({ id, asset, amount, outcome }: Entry, asked: ExchangeAsked): Result {
    const scale = scaleOf(asset, policy);
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

  /** The rules of an exchange, as far as they can be told before it. */
  async function quoted(asked: ExchangeAsked): Promise<MessageInitShape<typeof QuoteSchema> | ExchangeErrorCode> {
    const { identityId } = asked;
    const { source, target, sourceAmount } = readExchange(asked, policy);
    const wallet = await wallets.find(identityId);
    const isGood = wallet !== undefined && !wallet.isFrozen && source !== target;
    if (!isGood || source === undefined || target === undefined || sourceAmount === undefined) {
      return ExchangeErrorCode.INVALID_WALLET;
    }
    const held = (await ledger.balances(identityId)).find(({ asset }) => asset === source.code)?.balance ?? 0n;
    if (held < sourceAmount) return ExchangeErrorCode.INSUFFICIENT_FUNDS;
    const rate = rates(source.code, target.code);
    if (rate === undefined) return ExchangeErrorCode.RATE_UNAVAILABLE;
    const terms = exchangeTerms({ source, sourceAmount, target, rate, policy });
    if (terms === undefined) return ExchangeErrorCode.EXECUTION_FAILED;
    const id = uuidV7(now(), randomBytes(10));
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

  /** Some of the newest exchanges before a place, and the place that they end at; undefined at the ledger's beginning. */
  async function exchangesBefore(owner: string, before: number | undefined, count: number) {
    const found: Entry[] = [];
    let beforeSequence = before;
    for (let round = 0; round < roundsMax; round++) {
      const entries = await ledger.history({
        owner,
        beforeSequence,
        fromMs: undefined,
        untilMs: undefined,
        kinds,
        count,
      });
      for (const entry of entries) {
        if (found.length === count) return { found, end: beforeSequence };
        if (entry.owner === owner && entry.outcome === 0 && entry.exchanged !== undefined) found.push(entry);
        beforeSequence = entry.sequence;
      }
      if (entries.length < count) return { found, end: undefined };
    }
    return { found, end: beforeSequence };
  }

  return {
    listRates() {
      const assets = [...policy.assets.keys()];
      const pairs = assets.flatMap((source) => assets.map((target) => rates(source, target)));
      return { rates: pairs.filter((rate) => rate !== undefined).map(rateMessage) };
    },

    async createQuote(request) {
      attempts.consume(request.identityId);
      const quote = await quoted(request);
      return typeof quote === "number" ? { errorCode: quote } : { quote };
    },

    async exchange(request, caller) {
      const quoteId = request.quoteId === "" ? undefined : request.quoteId;
      return { result: await exchanged(request, request.exchangeId, quoteId, caller) };
    },

    async exchangeCurrencies({ identityId, sourceCurrencyCode, amount, targetCurrencyCode, exchangeId }, caller) {
      const external = { sourceType: externalToken, targetType: externalToken };
      const asked = { identityId, ...external, sourceCurrencyCode, sourceAmount: amount, targetCurrencyCode };
      return { result: await exchanged(asked, exchangeId, undefined, caller) };
    },

    async listExchanges({ identityId, pageSize, pageToken }) {
      const before = pageEnd(pageToken);
      await foundWallet(wallets, identityId);
      const { found, end } = await exchangesBefore(identityId, before, pageSize);
      return {
        exchanges: found.flatMap((entry) => (entry.exchanged ? [exchangeRecord(entry, entry.exchanged, policy)] : [])),
        ...(end !== undefined && { nextPageToken: String(end) }),
      };
    },
  };
}

/** Some transactions hold an exchange too. */
const kinds = [entryKinds.exchange, entryKinds.transfer];

/** Pages that are looked through for one call, of a wallet with many transactions and few exchanges. */
const roundsMax = 20;
