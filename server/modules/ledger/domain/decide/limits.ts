import type { AccountFacts } from "../book.ts";
import { isBalance } from "../money.ts";
import type { AssetPolicy } from "../policy.ts";

/** Whether an identity of this level may not send so much, or not on this day. What it sent counts without the fees. */
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
