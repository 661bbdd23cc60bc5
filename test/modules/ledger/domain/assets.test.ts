import { describe, expect, it } from "vitest";
import {
  assetCodeOf,
  currencyCodeOf,
  isCurrencyCode,
  tokenTypeOf,
} from "../../../../server/modules/ledger/domain/assets.ts";

describe("the asset of a request", () => {
  it.each([
    [1, "", "TOKEN_STANDARD"],
    [2, "", "TOKEN_MICRO"],
    [3, "USD", "USD"],
    [3, "USDT1", "USDT1"],
    [1, "USD", undefined],
    [2, "USD", undefined],
    [3, "", undefined],
    [3, "usd", undefined],
    [3, "TOKEN_MICRO", undefined],
    [0, "", undefined],
    [0, "USD", undefined],
    [4, "USD", undefined],
  ])("of token type %i with the currency %j is %s", (tokenType, currencyCode, asset) => {
    expect(assetCodeOf(tokenType, currencyCode)).toBe(asset);
  });
});

it.each([
  ["TOKEN_STANDARD", 1, ""],
  ["TOKEN_MICRO", 2, ""],
  ["USD", 3, "USD"],
])("%s is of token type %i and currency %j", (asset, tokenType, currencyCode) => {
  expect([tokenTypeOf(asset), currencyCodeOf(asset)]).toEqual([tokenType, currencyCode]);
});

it.each(["USD", "BTC", "ABC1234567", "A00"])("%j is a currency code", (code) => {
  expect(isCurrencyCode(code)).toBe(true);
});

it.each(["", "A", "AB", "ABC12345678", "1AB", "aBC", "ABc", "AB C", "ABC\n", " ABC", "_ABC", "AB_", "ÄBC"])(
  "%j is no currency code",
  (code) => {
    expect(isCurrencyCode(code)).toBe(false);
  },
);
