import type { Amount } from "#contract/wallet/v1/money_pb.js";
import { assetCodeOf } from "../../ledger/domain/assets.ts";
import { requestDigest } from "../../ledger/domain/entry/digests.ts";
import { isAmount } from "../../ledger/domain/money.ts";
import type { AssetPolicy, Policy } from "../../ledger/domain/policy.ts";
import type { ExchangeRequest } from "../../ledger/domain/requests.ts";
import { minorOfAmount, requireAmount, requireAnyAmount } from "./amounts.ts";

/** A requested exchange in the terms of the contract. */
export interface ExchangeAsked {
  readonly identityId: string;
  readonly sourceType: number;
  readonly sourceCurrencyCode: string;
  readonly sourceAmount?: Amount | undefined;
  readonly targetType: number;
  readonly targetCurrencyCode: string;
}

/** A requested exchange in the terms of the ledger, as far as they are valid. */
export interface ExchangeQuestion {
  readonly source: AssetPolicy | undefined;
  readonly target: AssetPolicy | undefined;
  /** Minor units; undefined for an amount that cannot be exchanged, and if the source is unknown. */
  readonly sourceAmount: bigint | undefined;
}

export function readExchange(asked: ExchangeAsked, { assets }: Policy): ExchangeQuestion {
  const source = assets.get(assetCodeOf(asked.sourceType, asked.sourceCurrencyCode) ?? "");
  const target = assets.get(assetCodeOf(asked.targetType, asked.targetCurrencyCode) ?? "");
  const read = source && minorOfAmount(asked.sourceAmount, source.scale);
  return { source, target, sourceAmount: read !== undefined && isAmount(read) ? read : undefined };
}

/**
 * Refuses a malformed amount. Unknown assets are left to the rules of the exchange.
 *
 * @throws Fault PARAMETER_INVALID
 */
export function requireSourceAmount(asked: ExchangeAsked, policy: Policy, parameter: string): void {
  const { source } = readExchange(asked, policy);
  if (source === undefined) requireAnyAmount(asked.sourceAmount, parameter);
  else requireAmount(asked.sourceAmount, source, parameter);
}

/** Builds the request to the ledger. */
export function exchangeRequest(
  asked: ExchangeAsked,
  id: string,
  quoteId: string | undefined,
  policy: Policy,
): ExchangeRequest {
  const { source, target, sourceAmount } = readExchange(asked, policy);
  return {
    kind: "exchange",
    id,
    owner: asked.identityId,
    source: source?.code ?? "",
    sourceAmount: sourceAmount ?? 0n,
    target: target?.code ?? "",
    quoteId,
    requestDigest: requestDigest("exchange", [
      id,
      asked.identityId,
      asked.sourceType,
      asked.sourceCurrencyCode,
      // Normalized: 1.5 and "1.50" are the same request.
      String(sourceAmount ?? asked.sourceAmount?.form.value ?? ""),
      asked.targetType,
      asked.targetCurrencyCode,
      quoteId ?? "",
    ]),
  };
}
