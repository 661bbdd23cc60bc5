import type { Alongside } from "../../../core/alongside.ts";
import type { Quotation } from "../domain/rates/quotation.ts";
import { RateBook } from "../domain/rates/rate-book.ts";
import type { Rate, StoredRates } from "../domain/rates/rates.ts";

/** Rates that administrators set. */
export interface ManualRates {
  /** The rates as last read. */
  readonly book: RateBook;
  /**
   * Puts a quotation into force, together with `alongside`: at once in this process, in others when they next read.
   */
  set(quotation: Quotation, alongside?: Alongside): Promise<void>;
  /** Reads the stored rates. */
  read(): Promise<void>;
}

export function manualRates(stored: StoredRates, maxAgeMs: number, now: () => number): ManualRates {
  let book = manualBook([], maxAgeMs, now());

  async function read(): Promise<void> {
    book = manualBook(await stored.all(), maxAgeMs, now());
  }

  return {
    get book() {
      return book;
    },
    async set(quotation, alongside) {
      await stored.set(storedRatesOf(quotation), alongside);
      await read();
    },
    read,
  };
}

/** Returns the book of stored rates, without quotations that their inverse has since replaced. */
export function manualBook(rates: readonly Rate[], maxAgeMs: number, nowMs: number): RateBook {
  const book = new RateBook({ maxAgeMs, jumpPercentMax: undefined, memoryMs: 0 });
  book.enter(quotationsOf(rates), nowMs);
  return book;
}

/**
 * Stored form of a quotation, as two rates: its bid under (source, target), its ask under (target, source). The column
 * `origin` distinguishes the sides by these texts. An ask is stored as it was set, since its reciprocal would lose
 * digits.
 */
const storedOrigins = { bid: "set by hand", ask: "set by hand, what buyers give" } as const;

function storedRatesOf({ source, target, bid, ask, atMs }: Quotation): [bid: Rate, ask: Rate] {
  return [
    { source, target, rate: bid, origin: storedOrigins.bid, atMs },
    { source: target, target: source, rate: ask, origin: storedOrigins.ask, atMs },
  ];
}

/** Inverts `storedRatesOf`. A quotation of the inverse pair overwrites both sides, so that no pair counts twice. */
function quotationsOf(rates: readonly Rate[]): Quotation[] {
  const asks = rates.filter(({ origin }) => origin === storedOrigins.ask);
  return rates.flatMap((bid) => {
    const { source, target, origin, atMs } = bid;
    const ask = asks.find((rate) => rate.source === target && rate.target === source);
    if (origin !== storedOrigins.bid || ask === undefined) return [];
    return [{ source, target, bid: bid.rate, ask: ask.rate, origin, atMs }];
  });
}
