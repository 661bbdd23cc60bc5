import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { Amount, ExchangeRateSchema } from "#contract/wallet/v1/money_pb.js";
import { Fault } from "../../../core/fault.ts";
import { type AssetCode, assetCodeOf, currencyCodeOf, externalToken, tokenTypeOf } from "../../ledger/domain/assets.ts";
import { amountMax, decimalOf, isAmount, minorOfValue, numberOf } from "../../ledger/domain/money.ts";
import type { AssetPolicy, Policy } from "../../ledger/domain/policy.ts";
import { type Rate, rateScale } from "../../ledger/domain/rates/rates.ts";

/** Reads an amount in minor units; undefined if it is absent, malformed, or finer than the scale. */
export function minorOfAmount(amount: Amount | undefined, scale: number): bigint | undefined {
  return amount?.form.case === undefined ? undefined : minorOfValue(amount.form.value, scale);
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
  const minor = minorOfAmount(amount, scale);
  if (minor !== undefined && isAmount(minor)) return minor;
  const expected = `above 0, at most ${decimalOf(amountMax, scale)}, with at most ${scale} decimal places of ${code}`;
  throw badAmount(amount, parameter, expected);
}

/** Reads an amount of an unknown asset: above 0, with no more decimal places than any asset has. */
export function requireAnyAmount(amount: Amount | undefined, parameter: string): bigint {
  const minor = minorOfAmount(amount, scaleMax);
  if (minor !== undefined && minor > 0n) return minor;
  throw badAmount(amount, parameter, `above 0, with at most ${scaleMax} decimal places`);
}

/** Most decimal places of an asset. */
export const scaleMax = 12;

function badAmount(amount: Amount | undefined, parameter: string, expected: string): Fault {
  const message = `${parameter} must be a number or a decimal such as "12.5", ${expected}`;
  return new Fault("PARAMETER_INVALID", message, { parameter, provided: amount?.form.value });
}

/** An asset as messages represent it. */
export function assetFields(asset: AssetCode): { tokenType?: number; currencyCode?: string } {
  if (asset === "") return {};
  const tokenType = tokenTypeOf(asset);
  const currencyCode = currencyCodeOf(asset);
  return currencyCode === "" ? { tokenType } : { tokenType, currencyCode };
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
