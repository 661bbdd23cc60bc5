import type { AssetCode } from "../assets.ts";

/** What a unit of one asset is worth in units of another. Whole numbers of 10^-12. */
export interface Rate {
  readonly source: AssetCode;
  readonly target: AssetCode;
  /** What a taker gets for a unit of the source. */
  readonly rate: bigint;
  /** Where it is from. */
  readonly origin: string;
  /** Of when it is: milliseconds since 1970. */
  readonly atMs: number;
}

/** Port: the rates of now. Answers undefined where there is none that may be used. */
export type RateTable = (source: AssetCode, target: AssetCode) => Rate | undefined;

/** A rate of one to one. */
export const rateUnit = 10n ** 12n;
