/** What a token is: the contract's numbers. */
export type TokenType = 1 | 2 | 3;

const standardToken: TokenType = 1;
const microToken: TokenType = 2;
/** A currency from outside, told by its code. */
export const externalToken: TokenType = 3;

/** Names of assets in the ledger: those of the two internal tokens, and the codes of currencies. */
export type AssetCode = string;

export const standardAsset: AssetCode = "TOKEN_STANDARD";
export const microAsset: AssetCode = "TOKEN_MICRO";

/** Something that the ledger counts, in whole minor units. */
export interface Asset {
  readonly code: AssetCode;
  /** A unit has 10^scale minor units. */
  readonly scale: number;
}

/**
 * The asset that a request means, or undefined when it means none: an internal token with a currency code, an external
 * one without.
 */
export function assetCodeOf(tokenType: number, currencyCode: string): AssetCode | undefined {
  if (tokenType === standardToken) return currencyCode === "" ? standardAsset : undefined;
  if (tokenType === microToken) return currencyCode === "" ? microAsset : undefined;
  if (tokenType === externalToken && isCurrencyCode(currencyCode)) return currencyCode;
  return undefined;
}

export function tokenTypeOf(asset: AssetCode): TokenType {
  if (asset === standardAsset) return standardToken;
  return asset === microAsset ? microToken : externalToken;
}

/** Empty for the internal tokens. */
export function currencyCodeOf(asset: AssetCode): string {
  return tokenTypeOf(asset) === externalToken ? asset : "";
}

/** As ISO 4217 and the custom of other currencies have it; no name of an internal token is one. */
export function isCurrencyCode(code: string): boolean {
  return /^[A-Z][A-Z0-9]{2,9}$/.test(code);
}
