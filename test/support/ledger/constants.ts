import { microAsset, standardAsset } from "../../../server/modules/ledger/domain/assets.ts";
import type { AssetPolicy, Limit, Policy } from "../../../server/modules/ledger/domain/policy.ts";
import { type Rate, rateUnit } from "../../../server/modules/ledger/domain/rates/rates.ts";

/** Fixed time of the tests, in ms since 1970. */
export const someDayMs = 20_000 * 86_400_000;

/** Small settlement interval, so that tests have both settled and unsettled postings. */
export const checkpointEntries = 5;

/** A policy with fees and practically unlimited amounts. */
export const policy: Policy = {
  assets: new Map(
    [asset(standardAsset, 8), asset(microAsset, 12), asset("EUR", 2, { networkFee: 25n })].map((each) => [
      each.code,
      each,
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

/** Returns the policy with one limit at every level and for every asset. */
export function limitedTo(limit: Limit): Policy {
  const assets = [...policy.assets.values()].map((each) => ({ ...each, limits: Array<Limit>(6).fill(limit) }));
  return { ...policy, assets: new Map(assets.map((each) => [each.code, each])) };
}

/** A rate source that gives two units of any other asset for one. */
export function twoForOne(source: string, target: string): Rate | undefined {
  return source === target ? undefined : { source, target, rate: 2n * rateUnit, origin: "test", atMs: someDayMs };
}
