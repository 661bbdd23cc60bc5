import { TokenType } from "#contract/wallet/v1/money_pb.js";

/** Returns the name of an asset in forms and tables: a token, or the code of a currency. */
export function assetName({
  tokenType,
  currencyCode,
}: {
  readonly tokenType: TokenType;
  readonly currencyCode: string;
}): string {
  if (tokenType === TokenType.STANDARD) return "standard";
  return tokenType === TokenType.MICRO ? "micro" : currencyCode;
}

/** Reads an asset from a form: `standard`, `micro`, or the code of a currency such as `USD`. */
export function assetOf(text: string): { readonly tokenType: TokenType; readonly currencyCode: string } {
  if (text === "standard") return { tokenType: TokenType.STANDARD, currencyCode: "" };
  if (text === "micro") return { tokenType: TokenType.MICRO, currencyCode: "" };
  return { tokenType: TokenType.EXTERNAL, currencyCode: text.toUpperCase() };
}

/**
 * Returns the name of an asset from the contract's word, such as `TOKEN_STANDARD`; the code of a currency stays
 * unchanged.
 */
export function assetWord(word: string): string {
  return word.startsWith("TOKEN_") ? word.slice("TOKEN_".length).toLowerCase() : word;
}
