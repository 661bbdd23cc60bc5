import type { Quotation } from "../domain/decide/quotation.ts";
import { RateBook } from "../domain/rates/rate-book.ts";
import { currentRates } from "../domain/rates/rate-table.ts";
import type { RateTable } from "../domain/rates/rates.ts";
import { openRateFeed } from "./feed.ts";
import { ratesSetByHand, type StoredRates } from "./manual-rates.ts";
import type { QuotationText } from "./quotation-text.ts";

export interface RateSourcesDeps {
  /** From the configuration: they do not become old. */
  readonly fixed: readonly QuotationText[];
  readonly kept: StoredRates;
  readonly feedUrl: string | undefined;
  readonly maxAgeMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly report: (problem: unknown) => void;
}

/** All rates: those set by hand, then those of the feed, then those of the configuration. */
export interface RateSources {
  readonly table: RateTable;
  /** Puts a rate into force, here at once and in other processes within two seconds. */
  set(quotation: Quotation): Promise<void>;
  close(): Promise<void>;
}

/** So soon is seen what another process has set. */
const readAgainMs = 1_000;

export async function openRateSources(deps: RateSourcesDeps): Promise<RateSources> {
  const { fixed, kept, feedUrl, maxAgeMs, now, report } = deps;
  const byHand = ratesSetByHand(kept, maxAgeMs, now);
  await byHand.read();
  const feed = feedUrl === undefined ? undefined : openRateFeed({ url: feedUrl, maxAgeMs, now, report });
  let reading: Promise<void> | undefined;
  const timer = setInterval(() => {
    reading ??= byHand
      .read()
      .catch(report)
      .finally(() => {
        reading = undefined;
      });
  }, readAgainMs).unref();
  const others = [...(feed ? [feed.book] : []), fixedBook(fixed, now())];
  return {
    table: (source, target) => currentRates([byHand.book, ...others], now)(source, target),
    set: byHand.set,
    async close() {
      clearInterval(timer);
      feed?.close();
      await reading;
    },
  };
}

function fixedBook(fixed: readonly QuotationText[], startedAtMs: number): RateBook {
  const book = new RateBook({ maxAgeMs: Number.POSITIVE_INFINITY, jumpPercentMax: undefined, memoryMs: 0 });
  const quotations = fixed.map((spelt) => ({ ...spelt, origin: "configuration", atMs: startedAtMs }));
  book.enter(quotations, startedAtMs);
  return book;
}
