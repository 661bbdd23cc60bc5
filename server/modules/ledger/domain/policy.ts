import type { Asset, AssetCode } from "./assets.ts";

/** Fees and limits. All amounts are in minor units of their asset. */
export interface Policy {
  readonly assets: ReadonlyMap<AssetCode, AssetPolicy>;
  /** Fee of an exchange, taken from its source: max(minimum, ceil(source * basis points / 10,000)). */
  readonly exchangeBasisPoints: number;
}

/** The part of a policy needed to write amounts. */
export type AssetTerms = Pick<Policy, "assets">;

export interface AssetPolicy extends Asset {
  /** Fee of a transaction: max(minimum, ceil(amount * basis points / 10,000)). */
  readonly feeBasisPoints: number;
  readonly feeMinimum: bigint;
  readonly exchangeFeeMinimum: bigint;
  /** Fee of the external network for an exchange into this asset; 0 for the internal tokens. */
  readonly networkFee: bigint;
  /** Limits by verification level, 0 to 5. */
  readonly limits: readonly Limit[];
}

/** Largest amounts that an identity may send. */
export interface Limit {
  readonly perTransaction: bigint;
  /** Per UTC day, without fees. */
  readonly perDay: bigint;
}
