import type { AssetCode } from "../assets.ts";
import type { Draft } from "../decide/decision.ts";
import { type Entry, type Exchanged, entryKinds, type HoldPart, type Posting, systemOwners } from "./entry.ts";

/** Returns the postings of an entry. Refused and voided transactions have none. */
export function postingsOf(entry: Draft | Entry): Posting[] {
  if (entry.outcome !== 0) return [];
  const { owner, counterparty, asset, amount, fee, exchanged, hold } = entry;
  const postings: Posting[] = [];
  if (exchanged !== undefined) exchange(postings, owner, exchanged);
  if (entry.kind === entryKinds.transfer && counterparty !== undefined) {
    move(postings, owner, asset, -(amount + fee));
    move(postings, counterparty, asset, amount);
    move(postings, systemOwners.fees, asset, fee);
  } else if (hold !== undefined && counterparty !== undefined) {
    holdPostings(postings, { ...entry, counterparty }, hold);
  } else if (entry.kind === entryKinds.reversal && counterparty !== undefined) {
    move(postings, owner, asset, -amount);
    move(postings, counterparty, asset, amount);
  } else if (entry.kind === entryKinds.deposit) {
    move(postings, systemOwners.issuance, asset, -amount);
    move(postings, owner, asset, amount);
  } else if (entry.kind === entryKinds.withdrawal) {
    move(postings, owner, asset, -amount);
    move(postings, systemOwners.issuance, asset, amount);
  }
  return postings;
}

/** Moves money to the account of all holds, or from it to the recipient, who owns the entry, and back to the sender. */
function holdPostings(
  postings: Posting[],
  entry: (Draft | Entry) & { readonly counterparty: string },
  { returned }: HoldPart,
): void {
  const { kind, owner, counterparty, asset, amount, fee } = entry;
  if (kind === entryKinds.hold) {
    move(postings, owner, asset, -(amount + fee));
    move(postings, systemOwners.holds, asset, amount + fee);
  } else if (kind === entryKinds.capture) {
    move(postings, systemOwners.holds, asset, -(amount + fee + returned));
    move(postings, owner, asset, amount);
    move(postings, systemOwners.fees, asset, fee);
    move(postings, counterparty, asset, returned);
  } else if (kind === entryKinds.release) {
    move(postings, systemOwners.holds, asset, -returned);
    move(postings, counterparty, asset, returned);
  }
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
