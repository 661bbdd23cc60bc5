import type { AssetCode } from "../assets.ts";
import type { Rate } from "../rates/rates.ts";

/** What one asset is bought and sold for in another, at one source and one time. Whole numbers of 10^-12. */
export interface Quotation {
  readonly source: AssetCode;
  readonly target: AssetCode;
  /** What a seller of one unit of the source gets. */
  readonly bid: bigint;
  /** What a buyer of one unit of the source gives. */
  readonly ask: bigint;
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** The most that a unit of anything is worth in another: above it, amounts times rates would not fit. */
const rateMax = 10n ** 30n;

/** Whether it can be true: neither side zero, and nobody gets more for a unit than its buyer gives. */
export function isSound({ source, target, bid, ask }: Quotation): boolean {
  return source !== target && bid > 0n && bid <= ask && ask <= rateMax;
}

/** So far ahead of us another clock may be. */
const aheadMs = 60_000;

/** Whether it is of now: not older than that, and not of a time to come. */
export function isCurrent({ atMs }: Pick<Rate, "atMs">, nowMs: number, maxAgeMs: number): boolean {
  return atMs <= nowMs + aheadMs && nowMs - atMs <= maxAgeMs;
}

/**
 * Whether the middle has risen above, or fallen below, that many percent of the quotation before: has doubled or halved,
 * if nothing else is said. That is rather a fault of the source than a market, and nobody should trade on it.
 */
export function hasJumped(before: Quotation, after: Quotation, percentMax = 200): boolean {
  const [was, is] = [before.bid + before.ask, after.bid + after.ask];
  const most = BigInt(percentMax);
  return is * 100n > was * most || was * 100n > is * most;
}
