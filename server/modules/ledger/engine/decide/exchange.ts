import { type Decision, type Draft, entered } from "../../domain/entry/decision.ts";
import { type Exchanged, type ExchangeError, entryKinds, exchangeErrors } from "../../domain/entry/entry.ts";
import { isAmount } from "../../domain/money.ts";
import type { Policy } from "../../domain/policy.ts";
import type { Rate } from "../../domain/rates/rates.ts";
import type { ExchangeRequest, View } from "../../domain/requests.ts";
import { exchangeTerms } from "./exchange-terms.ts";
import { overflows } from "./overflow.ts";
import { previousRequest } from "./previous-decision.ts";

/** Exchanges at the rate of a quote or at the current rate, by the rules of the specification in their order. */
export function decideExchange(request: ExchangeRequest, view: View, policy: Policy, nowMs: number): Decision {
  const earlier = previousRequest(request, entryKinds.exchange, view);
  if (earlier !== undefined) return earlier;
  const refused = (error: ExchangeError) => entered(draftOf(request, exchangeErrors[error], undefined, nowMs));
  const { owner, sourceAmount, quoteId } = request;
  const wallet = view.wallet(owner);
  const source = policy.assets.get(request.source);
  const target = policy.assets.get(request.target);
  if (wallet === undefined || wallet.isFrozen) return refused("EXCHANGE_ERROR_INVALID_WALLET");
  // No account holds an unknown asset.
  const isHeld = source !== undefined && view.account(owner, source.code).balance >= sourceAmount;
  if (!isHeld) return refused("EXCHANGE_ERROR_INSUFFICIENT_FUNDS");
  if (target === undefined || target === source) return refused("EXCHANGE_ERROR_RATE_UNAVAILABLE");
  const rate = quoteId === undefined ? view.rate(source.code, target.code) : quotedRate(request, quoteId, view, nowMs);
  if (rate === undefined) return refused("EXCHANGE_ERROR_RATE_UNAVAILABLE");
  const exchanged = exchangeTerms({ source, sourceAmount, target, rate, policy, quoteId });
  if (exchanged === undefined || !isAmount(sourceAmount)) return refused("EXCHANGE_ERROR_EXECUTION_FAILED");
  const draft = draftOf(request, 0, exchanged, nowMs);
  if (overflows(draft, view)) return refused("EXCHANGE_ERROR_EXECUTION_FAILED");
  return { kind: "entry", draft, settlesPending: false, usesQuote: quoteId };
}

/** Returns the rate of a quote that is for exactly this exchange and has not expired. */
function quotedRate(request: ExchangeRequest, quoteId: string, view: View, nowMs: number): Rate | undefined {
  const quote = view.quote(quoteId);
  if (quote === undefined || quote.owner !== request.owner || nowMs >= quote.endsAtMs) return undefined;
  const { rate, sourceAmount } = quote;
  const isForThis =
    rate.source === request.source && rate.target === request.target && sourceAmount === request.sourceAmount;
  return isForThis ? rate : undefined;
}

function draftOf(
  request: ExchangeRequest,
  outcome: Draft["outcome"],
  exchanged: Exchanged | undefined,
  nowMs: number,
): Draft {
  return {
    id: request.id,
    kind: entryKinds.exchange,
    owner: request.owner,
    counterparty: undefined,
    asset: request.source,
    amount: isAmount(request.sourceAmount) ? request.sourceAmount : 0n,
    fee: 0n,
    outcome,
    requestDigest: request.requestDigest,
    order: undefined,
    keyId: undefined,
    signature: undefined,
    description: "",
    exchanged,
    atMs: nowMs,
  };
}
