import { microAsset, standardAsset } from "../../../server/modules/ledger/domain/assets.ts";
import type { AssetPolicy, Limit, Policy } from "../../../server/modules/ledger/domain/policy.ts";
import { type Rate, rateUnit } from "../../../server/modules/ledger/domain/rates/rates.ts";

/** A moment of the tests: milliseconds since 1970. */
export const someDayMs = 20_000 * 86_400_000;

/** So few entries that there are postings that are put in place, and others that are not. */
export const settleEvery = 5;

/** A ledger with fees and without limits to speak of. */
export const policy: Policy = {
  assets: new Map(
    [asset(standardAsset, 8), asset(microAsset, 12), asset("EUR", 2, { networkFee: 25n })].map((one) => [
      one.code,
      one,
    ]),
  ),
  exchangeBasisPoints: 30,
};

function asset(code: string, scale: number, members: Partial<AssetPolicy> = {}): AssetPolicy {
  const limit = { perTransaction: 10n ** 15n, perDay: 10n ** 16n };
  return {
    code,
    scale,
    feeBasisPoints: 10,
    feeMinimum: 1n,
    exchangeFeeMinimum: 1n,
    networkFee: 0n,
    limits: [limit, limit, limit, limit, limit, limit],
    ...members,
  };
}

/** The same with other limits, at every level and of every asset. */
export function limitedTo(limit: Limit): Policy {
  const assets = [...policy.assets.values()].map((one) => ({ ...one, limits: Array<Limit>(6).fill(limit) }));
  return { ...policy, assets: new Map(assets.map((one) => [one.code, one])) };
}

/** Two units of any other asset for one. */
export function twoForOne(source: string, target: string): Rate | undefined {
  return source === target ? undefined : { source, target, rate: 2n * rateUnit, origin: "test", atMs: someDayMs };
}
