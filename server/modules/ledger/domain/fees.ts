import type { AssetPolicy, Policy } from "./policy.ts";

/** Computes the fee of a transaction, charged on top of its amount, in minor units of its asset. */
export function transferFee(amount: bigint, asset: AssetPolicy): bigint {
  return larger(asset.feeMinimum, shareOf(amount, asset.feeBasisPoints));
}

/** Computes the fee of an exchange, deducted from its source, in minor units of the source. */
export function exchangeFee(sourceAmount: bigint, source: AssetPolicy, policy: Policy): bigint {
  return larger(source.exchangeFeeMinimum, shareOf(sourceAmount, policy.exchangeBasisPoints));
}

/** 100 % in basis points. */
export const wholeBasisPoints = 10_000n;

/** Computes a share in basis points, rounded up in favour of the service. */
function shareOf(amount: bigint, basisPoints: number): bigint {
  return (amount * BigInt(basisPoints) + wholeBasisPoints - 1n) / wholeBasisPoints;
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
