import type { Quotation } from "../domain/decide/quotation.ts";
import { RateBook } from "../domain/rates/rate-book.ts";
import type { Rate } from "../domain/rates/rates.ts";

/** Port: where rates are kept that administrators set, one for every two assets in their order. */
export interface StoredRates {
  set(rate: Rate): Promise<void>;
  all(): Promise<Rate[]>;
}

/** Rates that administrators set. */
export interface RatesSetByHand {
  /** As it was last read. */
  readonly book: RateBook;
  /** Puts a quotation into force: here at once, in other processes once they read it. */
  set(quotation: Quotation): Promise<void>;
  /** Reads what is kept. */
  read(): Promise<void>;
}

export function ratesSetByHand(kept: StoredRates, maxAgeMs: number, now: () => number): RatesSetByHand {
  const bounds = { maxAgeMs, jumpPercentMax: undefined, memoryMs: 0 };
  let book = new RateBook(bounds);

  async function read(): Promise<void> {
    const rates = await kept.all();
    // Begun anew, so that nothing is left of a quotation that was set the other way round since.
    const next = new RateBook(bounds);
    next.enter(quotationsOf(rates), now());
    book = next;
  }

  return {
    get book() {
      return book;
    },
    async set(quotation) {
      const { source, target, bid, ask, atMs } = quotation;
      await kept.set({ source, target, rate: bid, origin, atMs });
      await kept.set({ source: target, target: source, rate: ask, origin: originOfAsk, atMs });
      await read();
    },
    read,
  };
}

const origin = "set by hand";
/** Marks the price of the other side, which is kept as it was set: one divided by it would lose digits. */
const originOfAsk = "set by hand, what buyers give";

/** Setting them the other way round replaces both. */
function quotationsOf(rates: readonly Rate[]): Quotation[] {
  return rates.flatMap((bid) => {
    const ask = rates.find(({ source, target }) => source === bid.target && target === bid.source);
    if (bid.origin !== origin || ask?.origin !== originOfAsk) return [];
    return [{ source: bid.source, target: bid.target, bid: bid.rate, ask: ask.rate, origin, atMs: bid.atMs }];
  });
}
