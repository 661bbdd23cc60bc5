import type { AssetCode } from "../assets.ts";
import type { Rate } from "./rates.ts";

/** Bid and ask of one asset in another, from one source at one time, in multiples of 10^-12. */
export interface Quotation {
  readonly source: AssetCode;
  readonly target: AssetCode;
  /** Price that a seller of a unit of the source gets. */
  readonly bid: bigint;
  /** Price that a buyer of a unit of the source pays. */
  readonly ask: bigint;
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** Highest rate: above it, products of amounts and rates would not fit. */
const rateMax = 10n ** 30n;

/** Whether both sides are positive and the bid does not exceed the ask. */
export function isSound({ source, target, bid, ask }: Quotation): boolean {
  return source !== target && bid > 0n && bid <= ask && ask <= rateMax;
}

/** Tolerated lead of a source's clock. */
const aheadMs = 60_000;

/** Whether a time is not older than the maximum age and not in the future. */
export function isCurrent({ atMs }: Pick<Rate, "atMs">, nowMs: number, maxAgeMs: number): boolean {
  return atMs <= nowMs + aheadMs && nowMs - atMs <= maxAgeMs;
}

/**
 * Whether the mid price has risen above, or fallen below the reciprocal of, a percentage of the previous one; by
 * default whether it has more than doubled or halved. Such a jump is more likely an error of the source than of the
 * market.
 */
export function hasJumped(before: Quotation, after: Quotation, percentMax = 200): boolean {
  const [was, is] = [before.bid + before.ask, after.bid + after.ask];
  const most = BigInt(percentMax);
  return is * 100n > was * most || was * 100n > is * most;
}
