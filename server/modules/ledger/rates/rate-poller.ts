import { z } from "zod";
import { RateBook } from "../domain/rates/rate-book.ts";
import { quotationList } from "./quotation-text.ts";

export interface RateFeedDeps {
  /** An http or https URL that returns JSON such as `{"as_of": "2026-11-21T00:00:00Z", "rates": [...]}`. */
  readonly url: string;
  readonly maxAgeMs: number;
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called with the error if the feed cannot be read. */
  readonly report: (problem: unknown) => void;
}

/** Rates published by another service. */
export interface RateFeed {
  readonly book: RateBook;
  /** Reads the feed now. Never rejects: errors are reported, and earlier rates remain until they are stale. */
  refresh(): Promise<void>;
  /** Stops reading, and aborts a request in progress. */
  close(): void;
}

const responseBytesMax = 1024 * 1024;
const timeoutMs = 10_000;
const intervalMs = 30_000;
/** A mid price that more than doubles or halves between readings counts as an error of the feed. */
const jumpPercentMax = 200;

/** Reads the feed periodically in the background, so that no call waits for it. */
export function openRateFeed({ url, maxAgeMs, fetch, now, report }: RateFeedDeps): RateFeed {
  const book = new RateBook({ maxAgeMs, jumpPercentMax, memoryMs: maxAgeMs });
  const closing = new AbortController();

  async function refresh(): Promise<void> {
    try {
      const read = published.parse(JSON.parse(await fetchText(url, fetch, closing.signal)));
      const atMs = read.as_of === undefined ? now() : Date.parse(read.as_of);
      const { host: origin } = new URL(url);
      const quotations = read.rates.map((quotation) => ({ ...quotation, origin, atMs }));
      book.enter(quotations, now());
    } catch (error) {
      if (!closing.signal.aborted) report(error);
    }
  }

  const timer = setInterval(refresh, intervalMs).unref();
  void refresh();
  return {
    book,
    refresh,
    close() {
      clearInterval(timer);
      closing.abort();
    },
  };
}

const published = z.object({ as_of: z.iso.datetime().optional(), rates: quotationList });

async function fetchText(url: string, fetch: RateFeedDeps["fetch"], closing: AbortSignal): Promise<string> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(url, { signal, redirect: "error", headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`the rate feed answered with status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > responseBytesMax) throw new Error(`the rate feed is longer than ${responseBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
