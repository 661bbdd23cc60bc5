import { isSystemOwner } from "../domain/entry/entry.ts";
import type { Rate } from "../domain/rates/rates.ts";
import type { Quote } from "../domain/requests.ts";
import type { ChangedAccount } from "./batch-store.ts";
import { chainEndColumns } from "./ledger-row.ts";
import { type ExchangeQuoteRow, type ExchangeRateRow, rateColumns } from "./wallet-row.ts";

/** The end of the chain. */
export const lastBatch = `SELECT ${chainEndColumns.sql} FROM ${chainEndColumns.table} ORDER BY number DESC LIMIT 1`;

export function toQuote({
  id,
  owner,
  source,
  sourceAmount,
  target,
  rate,
  origin,
  rateAtMs,
  endsAt,
}: ExchangeQuoteRow): Quote {
  const offered = { source, target, rate: BigInt(rate), origin, atMs: rateAtMs };
  return { id, owner, sourceAmount, rate: offered, endsAtMs: endsAt.getTime() };
}

export function toQuoteRow({ id, owner, sourceAmount, rate, endsAtMs }: Quote): ExchangeQuoteRow {
  const { source, target, origin, atMs: rateAtMs } = rate;
  const endsAt = new Date(endsAtMs);
  return { id, owner, source, sourceAmount, target, rate: String(rate.rate), origin, rateAtMs, endsAt };
}

/** The rates that administrators have set: a few, one for each ordered pair of assets. */
export const allRates = `SELECT ${rateColumns.sql} FROM ${rateColumns.table} ORDER BY source, target`;

export function toRate({ rate, ...others }: ExchangeRateRow): Rate {
  return { ...others, rate: BigInt(rate) };
}

/** Returns the row of an account without postings. */
export function toNewAccountRow({ owner, asset }: Pick<ChangedAccount, "owner" | "asset">) {
  const sums = { balance: 0n, spentDay: 0, spent: 0n, held: 0n };
  return { owner, asset, ...sums, isCustomer: isSystemOwner(owner) ? 0 : 1 };
}
