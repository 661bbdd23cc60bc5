import { isBalance } from "../../domain/money.ts";
import type { AssetPolicy } from "../../domain/policy.ts";
import type { AccountFacts } from "../../domain/requests.ts";

/**
 * Whether an amount exceeds the limit per transaction or, with the sum sent today (excluding fees), the limit per day.
 */
export function exceedsLimit(
  amount: bigint,
  asset: AssetPolicy,
  level: number,
  { spentDay, spent }: AccountFacts,
  nowMs: number,
): boolean {
  const limit = asset.limits[level];
  if (limit === undefined || amount > limit.perTransaction) return true;
  const spentToday = spentDay === Math.floor(nowMs / dayMs) ? spent : 0n;
  return spentToday + amount > limit.perDay || !isBalance(spentToday + amount);
}

const dayMs = 86_400_000;
