import type { Alongside } from "../../../../core/alongside.ts";
import type { AssetCode } from "../assets.ts";

/** Price of one asset in units of another, in multiples of 10^-12. */
export interface Rate {
  readonly source: AssetCode;
  readonly target: AssetCode;
  /** Units of the target that a taker gets for a unit of the source. */
  readonly rate: bigint;
  /** Name of the source of the rate. */
  readonly origin: string;
  /** Time of the rate: milliseconds since 1970. */
  readonly atMs: number;
}

/** Port: current rates. Returns undefined for a pair without a usable rate. */
export type RateTable = (source: AssetCode, target: AssetCode) => Rate | undefined;

/** Port: the current rates, combined with those that administrators have set and the database stores. */
export type RatesWith = (stored: readonly Rate[]) => RateTable;

/** Port: storage of the rates that administrators set, one for each ordered pair of assets. */
export interface StoredRates {
  /**
   * Stores rates in one transaction, together with `alongside`, each replacing the previous one of its pair. No batch of the ledger is written
   * meanwhile, so that no later exchange uses an earlier rate.
   */
  set(rates: readonly Rate[], alongside?: Alongside): Promise<void>;
  all(): Promise<Rate[]>;
}

/** Decimal places of rates. */
export const rateScale = 12;

/** A rate of one to one. */
export const rateUnit = 10n ** BigInt(rateScale);
