import { z } from "zod";
import { RateBook } from "../domain/rates/rate-book.ts";
import { quotationList } from "./quotation-text.ts";

export interface RateFeedDeps {
  /** http or https; answers JSON such as `{"as_of": "2026-11-21T00:00:00Z", "rates": [...]}`. */
  readonly url: string;
  readonly maxAgeMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears why rates could not be read. */
  readonly report: (problem: unknown) => void;
}

/** Rates that another service publishes. */
export interface RateFeed {
  readonly book: RateBook;
  /** Reads them now. Never rejects: what goes wrong is reported, and the rates before stay until they are too old. */
  refresh(): Promise<void>;
  /** Reads no more; what is under way is given up. */
  close(): void;
}

const answerBytesMax = 1024 * 1024;
const timeoutMs = 10_000;
const intervalMs = 30_000;
/** A middle that doubles or halves from one reading to the next is rather a fault than a market. */
const jumpPercentMax = 200;

/** Reads rates now and then in the background, so that no call waits for them. */
export function openRateFeed({ url, maxAgeMs, now, report }: RateFeedDeps): RateFeed {
  const book = new RateBook({ maxAgeMs, jumpPercentMax, memoryMs: maxAgeMs });
  const closing = new AbortController();

  async function refresh(): Promise<void> {
    try {
      const read = published.parse(JSON.parse(await fetched(url, closing.signal)));
      const atMs = read.as_of === undefined ? now() : Date.parse(read.as_of);
      const { host: origin } = new URL(url);
      const quotations = read.rates.map((spelt) => ({ ...spelt, origin, atMs }));
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

async function fetched(url: string, closing: AbortSignal): Promise<string> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(url, { signal, redirect: "error", headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`the rates were answered with status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > answerBytesMax) throw new Error("the answer with the rates is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
