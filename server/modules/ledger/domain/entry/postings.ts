import type { AssetCode } from "../assets.ts";
import type { Draft } from "../decide/decision.ts";
import { type Entry, type Exchanged, entryKinds, type Posting, systemOwners } from "./entry.ts";

/** Returns the postings of an entry. Refused and voided transactions have none. */
export function postingsOf(entry: Draft | Entry): Posting[] {
  if (entry.outcome !== 0) return [];
  const { owner, counterparty, asset, amount, fee, exchanged } = entry;
  const postings: Posting[] = [];
  if (exchanged !== undefined) exchange(postings, owner, exchanged);
  if (entry.kind === entryKinds.transfer && counterparty !== undefined) {
    move(postings, owner, asset, -(amount + fee));
    move(postings, counterparty, asset, amount);
    move(postings, systemOwners.fees, asset, fee);
  } else if (entry.kind === entryKinds.deposit) {
    move(postings, systemOwners.issuance, asset, -amount);
    move(postings, owner, asset, amount);
  } else if (entry.kind === entryKinds.withdrawal) {
    move(postings, owner, asset, -amount);
    move(postings, systemOwners.issuance, asset, amount);
  }
  return postings;
}

function exchange(postings: Posting[], taker: string, exchanged: Exchanged): void {
  const { source, sourceAmount, fee, target, targetAmount, networkFee } = exchanged;
  move(postings, taker, source, -sourceAmount);
  move(postings, systemOwners.fees, source, fee);
  move(postings, systemOwners.liquidity, source, sourceAmount - fee);
  move(postings, systemOwners.liquidity, target, -(targetAmount + networkFee));
  move(postings, systemOwners.networkFees, target, networkFee);
  move(postings, taker, target, targetAmount);
}

function move(postings: Posting[], owner: string, asset: AssetCode, amount: bigint): void {
  if (amount !== 0n) postings.push({ owner, asset, amount });
}
