import type { DescEnum } from "@bufbuild/protobuf";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { amountProblem } from "../typescript/src/amount.ts";
import { enumValueOf, wordsOf } from "./answer.ts";
import { UsageError } from "./usage-error.ts";

export const assetOption = {
  value: "ASSET",
  help: "TOKEN_STANDARD (default), TOKEN_MICRO, or the code of a currency",
} as const;

/** @throws UsageError */
export function assetOf(asset = "TOKEN_STANDARD"): { tokenType: TokenType; currencyCode?: string } {
  if (asset === "TOKEN_STANDARD") return { tokenType: TokenType.STANDARD };
  if (asset === "TOKEN_MICRO") return { tokenType: TokenType.MICRO };
  if (!/^[A-Z]{3,8}$/.test(asset))
    throw new UsageError("an asset is TOKEN_STANDARD, TOKEN_MICRO, or the code of a currency");
  return { tokenType: TokenType.EXTERNAL, currencyCode: asset };
}

/** Returns the assets of a rate or an exchange as fields of a request. @throws UsageError */
export function pairOf(source: string, target: string) {
  const [{ tokenType: sourceType, currencyCode: sourceCode }, { tokenType: targetType, currencyCode: targetCode }] = [
    assetOf(source),
    assetOf(target),
  ];
  return {
    sourceType,
    targetType,
    ...(sourceCode !== undefined && { sourceCurrencyCode: sourceCode }),
    ...(targetCode !== undefined && { targetCurrencyCode: targetCode }),
  };
}

/** @throws UsageError for a word that the enum lacks */
export function choiceOf(label: string, schema: DescEnum, written: string): number {
  const value = enumValueOf(schema, written);
  if (value === undefined || value === 0)
    throw new UsageError(`${label} must be one of: ${wordsOf(schema).join(", ")}`);
  return value;
}

/** @throws UsageError */
export function wholeNumberOf(label: string, written: string, least: number): number {
  const number = Number(written);
  if (/^\d+$/.test(written) && number >= least && number <= 10_000_000) return number;
  throw new UsageError(`${label} must be a whole number from ${least}`);
}

/** @throws UsageError for anything but yes and no */
export function yesOrNo(label: string, written: string | undefined): boolean | undefined {
  if (written === undefined) return undefined;
  if (written !== "yes" && written !== "no") throw new UsageError(`${label} must be yes or no`);
  return written === "yes";
}

/** Validates an amount and returns it unchanged. @throws UsageError that states the format */
export function amountOf(written: string): string {
  const problem = amountProblem(written);
  if (problem !== undefined) throw new UsageError(`${written} is not an amount. ${problem}`);
  return written;
}

/** Returns the address of a wallet, a UUID in any case, in the service's spelling. @throws UsageError */
export function addressOf(written: string): string {
  const address = written.trim().toLowerCase();
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(address)) return address;
  throw new UsageError(`${written} is not the address of a wallet, such as 01920000-0000-7000-8000-000000000001`);
}
