import { microAsset, standardAsset } from "./assets.ts";
import type { AssetPolicy, Limit, Policy } from "./policy.ts";

/** In units of the standard token: not verified, basic, standard, enhanced, business, enterprise. */
const limitsOfLevels: readonly (readonly [perTransaction: bigint, perDay: bigint])[] = [
  [100n, 200n],
  [1_000n, 2_000n],
  [10_000n, 25_000n],
  [100_000n, 250_000n],
  [1_000_000n, 5_000_000n],
  [10_000_000n, 50_000_000n],
];

/**
 * What is in force where nothing else is configured. Transactions cost a tenth of a percent, exchanges half a percent,
 * each at least the minimum of its asset.
 *
 * The limits of an asset are those of the standard token, times or through a power of ten by what a unit of it is
 * roughly worth. Ether counts in its billionths: in its least unit no amount could be more than one.
 */
export const defaultPolicy: Policy = {
  exchangeBasisPoints: 50,
  assets: new Map(
    [
      asset(standardAsset, 8, { minimum: 1_000n, networkFee: 0n, magnitude: 0 }),
      asset(microAsset, 12, { minimum: 1_000n, networkFee: 0n, magnitude: -2 }),
      asset("USD", 2, { minimum: 1n, networkFee: 25n, magnitude: 0 }),
      asset("EUR", 2, { minimum: 1n, networkFee: 25n, magnitude: 0 }),
      asset("GBP", 2, { minimum: 1n, networkFee: 20n, magnitude: 0 }),
      asset("CHF", 2, { minimum: 1n, networkFee: 25n, magnitude: 0 }),
      asset("JPY", 0, { minimum: 1n, networkFee: 30n, magnitude: 2 }),
      asset("BTC", 8, { minimum: 100n, networkFee: 5_000n, magnitude: -4 }),
      asset("ETH", 9, { minimum: 100n, networkFee: 500_000n, magnitude: -3 }),
    ].map((policy) => [policy.code, policy]),
  ),
};

interface Terms {
  /** Of both fees. */
  readonly minimum: bigint;
  readonly networkFee: bigint;
  /** Power of ten of its limits. */
  readonly magnitude: number;
}

function asset(code: string, scale: number, { minimum, networkFee, magnitude }: Terms): AssetPolicy {
  return {
    code,
    scale,
    feeBasisPoints: 10,
    feeMinimum: minimum,
    exchangeFeeMinimum: minimum,
    networkFee,
    limits: limitsOfLevels.map(([perTransaction, perDay]): Limit => {
      const unit = 10n ** BigInt(scale + magnitude);
      return { perTransaction: perTransaction * unit, perDay: perDay * unit };
    }),
  };
}
