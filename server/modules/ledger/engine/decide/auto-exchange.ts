import { microAsset, standardAsset } from "../../domain/assets.ts";
import type { Exchanged } from "../../domain/entry/entry.ts";
import { isAmount } from "../../domain/money.ts";
import type { AssetPolicy, Policy } from "../../domain/policy.ts";
import type { View } from "../../domain/requests.ts";
import { exchangeTerms, sourceFor } from "./exchange-terms.ts";

/**
 * Returns the exchange that covers exactly the missing amount of one internal token from the other; undefined if none
 * does.
 */
export function autoExchange(
  owner: string,
  target: AssetPolicy,
  missing: bigint,
  view: View,
  policy: Policy,
): Exchanged | undefined {
  const other = otherToken.get(target.code);
  const source = other === undefined ? undefined : policy.assets.get(other);
  const rate = source === undefined ? undefined : view.rate(source.code, target.code);
  if (source === undefined || rate === undefined) return undefined;
  const sourceAmount = sourceFor(missing, { source, target, rate, policy });
  if (sourceAmount === undefined || !isAmount(sourceAmount)) return undefined;
  if (sourceAmount > view.account(owner, source.code).balance) return undefined;
  return exchangeTerms({ source, sourceAmount, target, rate, policy });
}

const otherToken: ReadonlyMap<string, string> = new Map([
  [standardAsset, microAsset],
  [microAsset, standardAsset],
]);
