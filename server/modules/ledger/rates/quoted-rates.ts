import type { Quotation } from "../domain/rates/quotation.ts";
import { rateTable } from "../domain/rates/rate-table.ts";
import type { RatesWith } from "../domain/rates/rates.ts";
import { manualBook } from "./manual-rates.ts";

/** Sources of rates at a moment, but those that the database stores. */
export interface QuotedRates {
  /** Quotations in force, those of the first source first. */
  readonly quotations: readonly Quotation[];
  /** Age at which stored rates are stale. */
  readonly maxAgeMs: number;
}

/** Combines rates with those that administrators have set, which take precedence. */
export function quotedRates({ quotations, maxAgeMs }: QuotedRates, nowMs: number): RatesWith {
  return (stored) => rateTable([...manualBook(stored, maxAgeMs, nowMs).current(nowMs), ...quotations]);
}
