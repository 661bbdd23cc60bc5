import type { AssetCode } from "../assets.ts";
import { isSound, type Quotation } from "../decide/quotation.ts";
import type { RateBook } from "./rate-book.ts";
import { type Rate, type RateTable, rateUnit } from "./rates.ts";

/** The rates of several sources: the first that has a quotation of two assets is the one that counts. */
export function currentRates(books: readonly RateBook[], now: () => number): RateTable {
  return (source, target) => rateTable(books.flatMap((book) => book.current(now())))(source, target);
}

/**
 * The rates of quotations: there by the bid, back by the ask, or by one asset that both are quoted in. Each is rounded
 * once, against the taker. Both directions go the same way, so that nobody gains by going there and back. Of several
 * quotations of two assets the first counts.
 */
export function rateTable(quotations: readonly Quotation[]): RateTable {
  const ways = new Map<string, Way>();
  for (const quotation of quotations) {
    const { source, target, bid, ask, origin, atMs } = quotation;
    if (!isSound(quotation) || ways.has(`${source} ${target}`)) continue;
    ways.set(`${source} ${target}`, { gives: bid, of: rateUnit, origin, atMs });
    ways.set(`${target} ${source}`, { gives: rateUnit, of: ask, origin, atMs });
  }
  const middles = [...new Set(quotations.flatMap(({ source, target }) => [source, target]))];

  function way(source: AssetCode, target: AssetCode): Way | undefined {
    const direct = ways.get(`${source} ${target}`);
    if (direct !== undefined || source === target) return direct;
    for (const middle of middles) {
      const first = ways.get(`${source} ${middle}`);
      const second = ways.get(`${middle} ${target}`);
      if (first !== undefined && second !== undefined) return joined(first, second);
    }
    return undefined;
  }

  return (source, target) => {
    const found = way(source, target);
    if (found === undefined) return undefined;
    const rate = (found.gives * rateUnit) / found.of;
    return rate === 0n ? undefined : ({ source, target, rate, origin: found.origin, atMs: found.atMs } satisfies Rate);
  };
}

/** What is given for that much, not divided yet. */
interface Way {
  readonly gives: bigint;
  readonly of: bigint;
  readonly origin: string;
  readonly atMs: number;
}

function joined(first: Way, second: Way): Way {
  return {
    gives: first.gives * second.gives,
    of: first.of * second.of,
    origin: first.origin === second.origin ? first.origin : `${first.origin}, ${second.origin}`,
    atMs: Math.min(first.atMs, second.atMs),
  };
}
