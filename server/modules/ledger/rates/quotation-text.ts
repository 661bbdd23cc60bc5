import { z } from "zod";
import { type AssetCode, isCurrencyCode, microAsset, standardAsset } from "../domain/assets.ts";
import { minorOfValue } from "../domain/money.ts";
import { rateScale } from "../domain/rates/rates.ts";

/** A quotation in configuration and feeds. */
export interface QuotationText {
  readonly source: AssetCode;
  readonly target: AssetCode;
  /** In multiples of 10^-12, like the ask. */
  readonly bid: bigint;
  readonly ask: bigint;
}

/** Name of an asset: `TOKEN_STANDARD`, `TOKEN_MICRO`, or the code of a currency. */
export const assetName = z
  .string()
  .refine(
    (text) => text === standardAsset || text === microAsset || isCurrencyCode(text),
    "must be TOKEN_STANDARD, TOKEN_MICRO or the code of a currency",
  );

/** Bid or ask: a decimal text or a number. */
const side = z.union([z.string(), z.number()]).transform((value, context) => {
  const read = minorOfValue(value, rateScale);
  if (read !== undefined) return read;
  context.addIssue({ code: "custom", message: `must be a decimal with at most ${rateScale} places` });
  return z.NEVER;
});

/** Quotations such as `[{"source": "TOKEN_STANDARD", "target": "USD", "bid": "0.99", "ask": "1.01"}]`. */
export const quotationList = z.array(z.object({ source: assetName, target: assetName, bid: side, ask: side }));
