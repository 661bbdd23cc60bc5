import type { AssetCode } from "../assets.ts";
import type { Draft } from "./decision.ts";
import {
  type Entry,
  type EntryKind,
  type Exchanged,
  entryKinds,
  isSystemOwner,
  type Posting,
  systemOwners,
} from "./entry.ts";

/** Returns the postings of an entry. Refused and voided transactions have none. */
export function postingsOf(entry: Draft | Entry): Posting[] {
  if (entry.outcome !== 0) return [];
  const { owner, exchanged } = entry;
  const postings: Posting[] = [];
  if (exchanged !== undefined) exchange(postings, owner, exchanged);
  postingsOfKind[entry.kind](postings, entry);
  return postings;
}

/** Returns the owners of the wallets between which an entry moves money, in the order of its postings. */
export function walletsOf(entry: Entry): string[] {
  const owners: string[] = [];
  for (const { owner } of postingsOf(entry)) {
    if (!isSystemOwner(owner) && !owners.includes(owner)) owners.push(owner);
  }
  return owners;
}

type AddPostings = (postings: Posting[], entry: Draft | Entry) => void;

/** Postings of each kind, without those of its exchange. A new kind compiles only once its postings are decided. */
const postingsOfKind: { readonly [Kind in EntryKind]: AddPostings } = {
  [entryKinds.transfer](postings, { owner, counterparty, asset, amount, fee }) {
    if (counterparty === undefined) return;
    move(postings, owner, asset, -(amount + fee));
    move(postings, counterparty, asset, amount);
    move(postings, systemOwners.fees, asset, fee);
  },
  [entryKinds.exchange]() {},
  [entryKinds.deposit](postings, { owner, asset, amount }) {
    move(postings, systemOwners.issuance, asset, -amount);
    move(postings, owner, asset, amount);
  },
  [entryKinds.withdrawal](postings, { owner, asset, amount }) {
    move(postings, owner, asset, -amount);
    move(postings, systemOwners.issuance, asset, amount);
  },
  [entryKinds.void]() {},
  // Moves money to the account of all holds, or from it to the recipient, who owns the entry, and back to the sender.
  [entryKinds.hold](postings, { owner, counterparty, asset, amount, fee, hold }) {
    if (counterparty === undefined || hold === undefined) return;
    move(postings, owner, asset, -(amount + fee));
    move(postings, systemOwners.holds, asset, amount + fee);
  },
  [entryKinds.capture](postings, { owner, counterparty, asset, amount, fee, hold }) {
    if (counterparty === undefined || hold === undefined) return;
    move(postings, systemOwners.holds, asset, -(amount + fee + hold.returned));
    move(postings, owner, asset, amount);
    move(postings, systemOwners.fees, asset, fee);
    move(postings, counterparty, asset, hold.returned);
  },
  [entryKinds.release](postings, { counterparty, asset, hold }) {
    if (counterparty === undefined || hold === undefined) return;
    move(postings, systemOwners.holds, asset, -hold.returned);
    move(postings, counterparty, asset, hold.returned);
  },
  [entryKinds.reversal](postings, { owner, counterparty, asset, amount }) {
    if (counterparty === undefined) return;
    move(postings, owner, asset, -amount);
    move(postings, counterparty, asset, amount);
  },
};

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
