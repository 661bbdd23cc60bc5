import type { AssetCode } from "../assets.ts";
import { isSound, type Quotation } from "./quotation.ts";
import type { RateBook } from "./rate-book.ts";
import { type Rate, type RateTable, rateUnit } from "./rates.ts";

/** Combines the rates of several sources, in order of precedence: the first that quotes a pair of assets decides. */
export function currentRates(books: readonly RateBook[], now: () => number): RateTable {
  return (source, target) => rateTable(books.flatMap((book) => book.current(now())))(source, target);
}

/**
 * Computes rates from quotations: the bid in one direction, the reciprocal of the ask in the other. An unquoted pair is
 * crossed through one asset in which both are quoted, the same for both directions, so that a round trip never gains.
 * Each rate is rounded once, down. Of several quotations of a pair, the first counts.
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

/** A rate as an undivided fraction: `gives` units of the target for `of` units of the source. */
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
