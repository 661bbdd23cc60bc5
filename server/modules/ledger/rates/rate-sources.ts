import type { Alongside } from "../../../core/alongside.ts";
import type { Quotation } from "../domain/rates/quotation.ts";
import { RateBook } from "../domain/rates/rate-book.ts";
import { currentRates } from "../domain/rates/rate-table.ts";
import type { RatesWith, RateTable, StoredRates } from "../domain/rates/rates.ts";
import { manualRates } from "./manual-rates.ts";
import type { QuotationText } from "./quotation-text.ts";
import { type QuotedRates, quotedRates } from "./quoted-rates.ts";
import { openRateFeed } from "./rate-poller.ts";

export interface RateSourcesDeps {
  /** Rates from the configuration, which never become stale. */
  readonly fixed: readonly QuotationText[];
  readonly stored: StoredRates;
  readonly feedUrl: string | undefined;
  readonly maxAgeMs: number;
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly report: (problem: unknown) => void;
}

/** All sources of rates. Manual rates take precedence over those of the feed, and these over configured ones. */
export interface RateSources {
  /** Rates for display, which include those set by other processes a second later. */
  readonly table: RateTable;
  /** Returns the sources as they are now, but those that the database stores. */
  quoted(): QuotedRates;
  /** Rates for exchanges, combined with the stored rates that a batch of the ledger has read. */
  readonly ratesWith: RatesWith;
  /** Reads the stored rates, for quotes. */
  current(): Promise<RateTable>;
  /** Puts a rate into force for every later batch and quote, together with `alongside`. */
  set(quotation: Quotation, alongside?: Alongside): Promise<void>;
  close(): Promise<void>;
}

/** Poll interval for rates that other processes set. */
const pollIntervalMs = 1_000;

export async function openRateSources(deps: RateSourcesDeps): Promise<RateSources> {
  const { fixed, stored, feedUrl, maxAgeMs, fetch, now, report } = deps;
  const manual = manualRates(stored, maxAgeMs, now);
  await manual.read();
  const feed = feedUrl === undefined ? undefined : openRateFeed({ url: feedUrl, maxAgeMs, fetch, now, report });
  let reading: Promise<void> | undefined;
  const timer = setInterval(() => {
    reading ??= manual
      .read()
      .catch(report)
      .finally(() => {
        reading = undefined;
      });
  }, pollIntervalMs).unref();
  const others = [...(feed ? [feed.book] : []), fixedBook(fixed, now())];
  const quoted = () => ({ quotations: others.flatMap((book) => book.current(now())), maxAgeMs });
  const ratesWith: RatesWith = (rates) => quotedRates(quoted(), now())(rates);
  return {
    table: (source, target) => currentRates([manual.book, ...others], now)(source, target),
    quoted,
    ratesWith,
    current: async () => ratesWith(await stored.all()),
    set: manual.set,
    async close() {
      clearInterval(timer);
      feed?.close();
      await reading;
    },
  };
}

function fixedBook(fixed: readonly QuotationText[], startedAtMs: number): RateBook {
  const book = new RateBook({ maxAgeMs: Number.POSITIVE_INFINITY, jumpPercentMax: undefined, memoryMs: 0 });
  const quotations = fixed.map((quotation) => ({ ...quotation, origin: "configuration", atMs: startedAtMs }));
  book.enter(quotations, startedAtMs);
  return book;
}
