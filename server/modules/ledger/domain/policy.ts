import type { Asset, AssetCode } from "./assets.ts";

/** What is taken, and how much may be moved. All amounts in minor units of their asset. */
export interface Policy {
  readonly assets: ReadonlyMap<AssetCode, AssetPolicy>;
  /** Of the source of an exchange: its fee is max(minimum, ceil(source * basis points / 10,000)). */
  readonly exchangeBasisPoints: number;
}

export interface AssetPolicy extends Asset {
  /** Of a transaction: its fee is max(minimum, ceil(amount * basis points / 10,000)). */
  readonly feeBasisPoints: number;
  readonly feeMinimum: bigint;
  readonly exchangeFeeMinimum: bigint;
  /** What the network takes when an exchange ends in this asset; 0 for the internal tokens. */
  readonly networkFee: bigint;
  /** By verification level, 0 to 5. */
  readonly limits: readonly Limit[];
}

/** The most that an identity may send. */
export interface Limit {
  readonly perTransaction: bigint;
  /** In a day of UTC. Fees do not count. */
  readonly perDay: bigint;
}
