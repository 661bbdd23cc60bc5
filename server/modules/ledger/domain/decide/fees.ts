import type { AssetPolicy, Policy } from "../policy.ts";

/** What is taken for a transaction, beside its amount, in minor units of its asset. */
export function transferFee(amount: bigint, asset: AssetPolicy): bigint {
  return larger(asset.feeMinimum, shareOf(amount, asset.feeBasisPoints));
}

/** What is taken out of the source of an exchange, in its minor units. */
export function exchangeFee(sourceAmount: bigint, source: AssetPolicy, policy: Policy): bigint {
  return larger(source.exchangeFeeMinimum, shareOf(sourceAmount, policy.exchangeBasisPoints));
}

/** Basis points in the whole. */
export const wholeBasisPoints = 10_000n;

/** Rounded up: what is left over is the service's. */
function shareOf(amount: bigint, basisPoints: number): bigint {
  return (amount * BigInt(basisPoints) + wholeBasisPoints - 1n) / wholeBasisPoints;
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
