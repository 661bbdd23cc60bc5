import { microAsset, standardAsset } from "./assets.ts";
import type { AssetPolicy, Limit, Policy } from "./policy.ts";

/** Limits of the levels not verified, basic, standard, enhanced, business and enterprise, in units of the standard token. */
const limitsOfLevels: readonly (readonly [perTransaction: bigint, perDay: bigint])[] = [
  [100n, 200n],
  [1_000n, 2_000n],
  [10_000n, 25_000n],
  [100_000n, 250_000n],
  [1_000_000n, 5_000_000n],
  [10_000_000n, 50_000_000n],
];

/**
 * The default policy. Transactions cost 0.1 %, exchanges 0.5 %, each at least the minimum of its asset.
 *
 * The limits of an asset are those of the standard token, scaled by a power of ten to the approximate value of a unit.
 * Ether is counted in gwei (10^-9): in wei (10^-18), an amount could not exceed one ether.
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
  /** Minimum of both fees. */
  readonly minimum: bigint;
  readonly networkFee: bigint;
  /** Power of ten by which the limits are scaled. */
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
