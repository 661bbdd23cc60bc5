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
export function postingsOf(entry: Draft | Entry): readonly Posting[] {
  const { owner, exchanged, outcome, kind } = entry;
  if (outcome !== 0) return none;
  const own = postingsOfKind[kind](entry);
  return exchanged === undefined ? own : [...postingsOfExchange(owner, exchanged), ...own];
}

/** Returns the owners of the wallets between which an entry moves money, in the order of its postings. */
export function walletsOf(entry: Entry): string[] {
  const owners: string[] = [];
  for (const { owner } of postingsOf(entry)) {
    if (!isSystemOwner(owner) && !owners.includes(owner)) owners.push(owner);
  }
  return owners;
}

const none: readonly Posting[] = [];

/** Postings of each kind, without those of its exchange. A new kind compiles only once its postings are decided. */
const postingsOfKind: { readonly [Kind in EntryKind]: (entry: Draft | Entry) => readonly Posting[] } = {
  [entryKinds.transfer]({ owner, counterparty, asset, amount, fee }) {
    if (counterparty === undefined) return none;
    return moved([
      { owner, asset, amount: -(amount + fee) },
      { owner: counterparty, asset, amount },
      { owner: systemOwners.fees, asset, amount: fee },
    ]);
  },
  [entryKinds.exchange]: () => none,
  [entryKinds.deposit]: ({ owner, asset, amount }) =>
    moved([
      { owner: systemOwners.issuance, asset, amount: -amount },
      { owner, asset, amount },
    ]),
  [entryKinds.withdrawal]: ({ owner, asset, amount }) =>
    moved([
      { owner, asset, amount: -amount },
      { owner: systemOwners.issuance, asset, amount },
    ]),
  [entryKinds.void]: () => none,
  // Moves money to the account of all holds, or from it to the recipient, who owns the entry, and back to the sender.
  [entryKinds.hold]({ owner, counterparty, asset, amount, fee, hold }) {
    if (counterparty === undefined || hold === undefined) return none;
    return moved([
      { owner, asset, amount: -(amount + fee) },
      { owner: systemOwners.holds, asset, amount: amount + fee },
    ]);
  },
  [entryKinds.capture]({ owner, counterparty, asset, amount, fee, hold }) {
    if (counterparty === undefined || hold === undefined) return none;
    return moved([
      { owner: systemOwners.holds, asset, amount: -(amount + fee + hold.returned) },
      { owner, asset, amount },
      { owner: systemOwners.fees, asset, amount: fee },
      { owner: counterparty, asset, amount: hold.returned },
    ]);
  },
  [entryKinds.release]({ counterparty, asset, hold }) {
    if (counterparty === undefined || hold === undefined) return none;
    return moved([
      { owner: systemOwners.holds, asset, amount: -hold.returned },
      { owner: counterparty, asset, amount: hold.returned },
    ]);
  },
  [entryKinds.reversal]({ owner, counterparty, asset, amount }) {
    if (counterparty === undefined) return none;
    return moved([
      { owner, asset, amount: -amount },
      { owner: counterparty, asset, amount },
    ]);
  },
};

function postingsOfExchange(taker: string, exchanged: Exchanged): readonly Posting[] {
  const { source, sourceAmount, fee, target, targetAmount, networkFee } = exchanged;
  return moved([
    { owner: taker, asset: source, amount: -sourceAmount },
    { owner: systemOwners.fees, asset: source, amount: fee },
    { owner: systemOwners.liquidity, asset: source, amount: sourceAmount - fee },
    { owner: systemOwners.liquidity, asset: target, amount: -(targetAmount + networkFee) },
    { owner: systemOwners.networkFees, asset: target, amount: networkFee },
    { owner: taker, asset: target, amount: targetAmount },
  ]);
}

/** Leaves out postings that move nothing. */
function moved(postings: readonly Posting[]): readonly Posting[] {
  return postings.every(isMove) ? postings : postings.filter(isMove);
}

function isMove({ amount }: Posting): boolean {
  return amount !== 0n;
}
