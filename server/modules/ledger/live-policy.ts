import type { AssetPolicy, Policy } from "./domain/policy.ts";

/** A policy whose terms can change while the ledger runs. */
export interface LivePolicy {
  readonly policy: Policy;
  /** @throws Error, without a change, if a currency is missing or has another scale */
  replace(next: Policy): void;
}

export function createLivePolicy(first: Policy): LivePolicy {
  const assets = new Map(first.assets);
  const policy = { exchangeBasisPoints: first.exchangeBasisPoints, assets: assets as ReadonlyMap<string, AssetPolicy> };
  return {
    policy,
    replace(next) {
      for (const { code, scale } of assets.values()) {
        // Calls in progress use the scale with which they began.
        if (next.assets.get(code)?.scale === scale) continue;
        throw new Error(`LEDGER_POLICY removes ${code} or changes its scale; restart the service for that`);
      }
      policy.exchangeBasisPoints = next.exchangeBasisPoints;
      for (const [code, terms] of next.assets) assets.set(code, terms);
    },
  };
}
