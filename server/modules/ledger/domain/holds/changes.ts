import type { Draft } from "../entry/decision.ts";
import { type Entry, entryKinds } from "../entry/entry.ts";
import { isOfTransferOrder } from "../entry/kinds.ts";
import type { AccountFacts } from "../requests.ts";
import { expiryId, type Hold, holdMade, holdStates } from "./hold.ts";

/** Returns the hold after an entry; undefined for an entry that concerns no hold, or has failed. */
export function holdAfter(entry: Entry, before: Hold | undefined): Hold | undefined {
  const { kind, outcome, hold } = entry;
  if (outcome !== 0 || hold === undefined) return undefined;
  if (kind === entryKinds.hold) return holdMade(entry);
  if (before === undefined) return undefined;
  const changed = { ...before, lastSequence: entry.sequence };
  if (kind === entryKinds.release) {
    return { ...changed, state: entry.id === expiryId(hold.id) ? holdStates.expired : holdStates.released };
  }
  const captured = before.captured + entry.amount;
  const isOpen = captured < before.amount && hold.returned === 0n;
  const capturedFee = before.capturedFee + entry.fee;
  return { ...changed, captured, capturedFee, state: isOpen ? holdStates.open : holdStates.captured };
}

/** Returns the owner and amount of an entry's change of held money; undefined if it changes none. */
export function heldBy(entry: Entry | Draft): { readonly owner: string; readonly change: bigint } | undefined {
  const { kind, outcome, owner, counterparty = "", amount, fee, hold } = entry;
  if (outcome !== 0 || hold === undefined) return undefined;
  if (kind === entryKinds.hold) return { owner, change: amount + fee };
  const captured = kind === entryKinds.capture ? amount + fee : 0n;
  return { owner: counterparty, change: -(captured + hold.returned) };
}

type Spending = Pick<AccountFacts, "spentDay" | "spent">;

/** Returns the owner's daily sum after a transfer or hold. */
export function spentAfter({ spentDay, spent }: Spending, { amount, atMs }: Pick<Entry, "amount" | "atMs">): Spending {
  const day = dayOf(atMs);
  return { spentDay: day, spent: (spentDay === day ? spent : 0n) + amount };
}

/**
 * Returns the daily sum of a hold's sender after an entry that changes the hold: returned money no longer counts on the
 * day on which it was held.
 */
export function spentAfterReturn({ spentDay, spent }: Spending, { kind, amount, hold }: Entry, before: Hold): Spending {
  if (hold === undefined || hold.returned === 0n || spentDay !== dayOf(before.heldAtMs)) return { spentDay, spent };
  const captured = before.captured + (kind === entryKinds.capture ? amount : 0n);
  return { spentDay, spent: spent - (before.amount - captured) };
}

/** Whether an entry counts against the limits of its owner. Giving money back does not. */
export function isSpending({ kind, outcome, reverses }: Entry | Draft): boolean {
  return outcome === 0 && reverses === undefined && isOfTransferOrder({ kind });
}

function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}

const dayMs = 86_400_000;
