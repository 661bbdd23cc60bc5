/** Kinds of tokens, by the numbers of the contract. */
export type TokenType = 1 | 2 | 3;

const standardToken: TokenType = 1;
const microToken: TokenType = 2;
/** An external currency, named by its code. */
export const externalToken: TokenType = 3;

/** Name of an asset in the ledger: an internal token, or the code of a currency. */
export type AssetCode = string;

export const standardAsset: AssetCode = "TOKEN_STANDARD";
export const microAsset: AssetCode = "TOKEN_MICRO";

/** An asset that the ledger counts in whole minor units. */
export interface Asset {
  readonly code: AssetCode;
  /** A unit has 10^scale minor units. */
  readonly scale: number;
}

/** Returns the asset of a request; undefined for an internal token with a currency code, or an external one without. */
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

/** Returns the currency code of an asset; empty for the internal tokens. */
export function currencyCodeOf(asset: AssetCode): string {
  return tokenTypeOf(asset) === externalToken ? asset : "";
}

/** Whether a text is a code as in ISO 4217, or a longer one for other currencies. No internal token has such a name. */
export function isCurrencyCode(code: string): boolean {
  return /^[A-Z][A-Z0-9]{2,9}$/.test(code);
}
