import { z } from "zod";
import { type AssetCode, isCurrencyCode, microAsset, standardAsset } from "../domain/assets.ts";
import { minorOf } from "../domain/money.ts";

/** A quotation as configuration and feeds spell it. */
export interface QuotationText {
  readonly source: AssetCode;
  readonly target: AssetCode;
  /** In 10^-12. */
  readonly bid: bigint;
  readonly ask: bigint;
}

const places = 12;

/** `TOKEN_STANDARD`, `TOKEN_MICRO`, or the code of a currency. */
export const assetName = z
  .string()
  .refine(
    (text) => text === standardAsset || text === microAsset || isCurrencyCode(text),
    "must be TOKEN_STANDARD, TOKEN_MICRO or the code of a currency",
  );

/** A decimal, or a number by its shortest text. */
const side = z.union([z.string(), z.number()]).transform((value, context) => {
  const read = minorOf(String(value), places);
  if (read !== undefined) return read;
  context.addIssue({ code: "custom", message: `must be a decimal with at most ${places} places` });
  return z.NEVER;
});

/** `[{"source": "TOKEN_STANDARD", "target": "USD", "bid": "0.99", "ask": "1.01"}]`. */
export const quotationList = z.array(z.object({ source: assetName, target: assetName, bid: side, ask: side }));
