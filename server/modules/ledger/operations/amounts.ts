import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { Amount, ExchangeRateSchema } from "../../../../gen/es/wallet/v1/money_pb.js";
import { Fault } from "../../../core/fault.ts";
import { type AssetCode, assetCodeOf, currencyCodeOf, externalToken, tokenTypeOf } from "../domain/assets.ts";
import { amountMax, decimalOf, isAmount, minorOf, numberOf } from "../domain/money.ts";
import type { AssetPolicy, Policy } from "../domain/policy.ts";
import { type Rate, rateScale } from "../domain/rates/rates.ts";

/** The text of an amount: of a number the shortest that parses to it. It may not be a valid decimal. */
export function textOfAmount(amount: Amount | undefined): string {
  return amount?.form.case === undefined ? "" : String(amount.form.value);
}

/** Parses an amount that can be moved: above zero, at most the cap, no finer than the scale; undefined for any other. */
export function minorOfAmount(text: string, scale: number): bigint | undefined {
  const minor = minorOf(text, scale);
  return minor !== undefined && isAmount(minor) ? minor : undefined;
}

/**
 * Returns the asset of a request.
 *
 * @throws Fault PARAMETER_REQUIRED or PARAMETER_INVALID, naming the currency field
 */
export function requireAsset(
  { assets }: Policy,
  tokenType: number,
  currencyCode: string,
  parameter = "currency_code",
): AssetPolicy {
  if (tokenType === externalToken && currencyCode === "") {
    throw new Fault("PARAMETER_REQUIRED", `${parameter} is required with TOKEN_EXTERNAL`, { parameter });
  }
  const asset = assets.get(assetCodeOf(tokenType, currencyCode) ?? "");
  if (asset !== undefined) return asset;
  const expected = tokenType === externalToken ? "must be a currency of this service" : "goes with TOKEN_EXTERNAL only";
  throw new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter, provided: currencyCode });
}

/** @throws Fault PARAMETER_INVALID for an amount that cannot be moved */
export function requireAmount(amount: Amount | undefined, { code, scale }: AssetPolicy, parameter = "amount"): bigint {
  const text = textOfAmount(amount);
  const minor = minorOfAmount(text, scale);
  if (minor !== undefined) return minor;
  throw new Fault(
    "PARAMETER_INVALID",
    `${parameter} must be above 0, at most ${decimalOf(amountMax, scale)}, with at most ${scale} decimal places of ${code}`,
    { parameter, provided: text },
  );
}

/** An asset as messages represent it. */
export function assetFields(asset: AssetCode): { tokenType?: number; currencyCode?: string } {
  if (asset === "") return {};
  const currencyCode = currencyCodeOf(asset);
  return { tokenType: tokenTypeOf(asset), ...(currencyCode !== "" && { currencyCode }) };
}

/** An amount as messages represent it: the nearest number, and the exact decimal. */
export function money(minor: bigint, { scale }: { readonly scale: number }): { amount: number; exactAmount: string } {
  return { amount: numberOf(minor, scale), exactAmount: decimalOf(minor, scale) };
}

export function rateMessage(rate: Rate): MessageInitShape<typeof ExchangeRateSchema> {
  const [source, target] = [assetFields(rate.source), assetFields(rate.target)];
  return {
    ...(source.tokenType !== undefined && { sourceType: source.tokenType }),
    ...(source.currencyCode !== undefined && { sourceCurrencyCode: source.currencyCode }),
    ...(target.tokenType !== undefined && { targetType: target.tokenType }),
    ...(target.currencyCode !== undefined && { targetCurrencyCode: target.currencyCode }),
    rate: numberOf(rate.rate, rateScale),
    exactRate: decimalOf(rate.rate, rateScale),
    source: rate.origin,
    asOf: timestampFromMs(rate.atMs),
  };
}
