import type { AssetCode } from "../assets.ts";
import type { Entry } from "../entry/entry.ts";

/** States of a hold; the numbers are stored and are those of the contract. */
export const holdStates = { open: 1, captured: 2, released: 3, expired: 4 } as const;

export type HoldStateNumber = (typeof holdStates)[keyof typeof holdStates];

/** Money of a sender that is reserved for a recipient. Derived from the entries. Amounts are in minor units. */
export interface Hold {
  /** UUID of the entry that made it. */
  readonly id: string;
  readonly sender: string;
  readonly recipient: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
  /** On top of the amount. */
  readonly fee: bigint;
  /** Captured part of the amount, and the part of the fee charged for it. */
  readonly captured: bigint;
  readonly capturedFee: bigint;
  readonly state: HoldStateNumber;
  /** Time before which it can be captured, and time at which it was made: milliseconds since 1970. */
  readonly endsAtMs: number;
  readonly heldAtMs: number;
  /** Sequence numbers of the entry that made it, and of the one that changed it last. */
  readonly sequence: number;
  readonly lastSequence: number;
}

/** Returns the amount that can still be captured, and its full fee; zero once the hold has ended. */
export function leftOf({ state, amount, fee, captured, capturedFee }: Hold): { amount: bigint; fee: bigint } {
  if (state !== holdStates.open) return { amount: 0n, fee: 0n };
  return { amount: amount - captured, fee: fee - capturedFee };
}

/**
 * Returns the fee of a capture, in proportion to the held amount and fee. It is rounded up over all captures so far, so
 * that all captures together cost the same however the amount is divided, and never more than was held.
 */
export function captureFee({ amount, fee, captured, capturedFee }: Hold, part: bigint): bigint {
  const costs = fee * (captured + part);
  return (costs + amount - 1n) / amount - capturedFee;
}

/** Returns the id of the entry with which a hold expires. It is no UUID, so no client can use it. */
export function expiryId(holdId: string): string {
  return `exp-${holdId.replaceAll("-", "")}`;
}

/** Returns the hold made by an entry with outcome 0. */
export function holdMade(entry: Entry): Hold {
  const { id, owner, counterparty = "", asset, amount, fee, atMs, sequence, hold } = entry;
  return {
    id,
    sender: owner,
    recipient: counterparty,
    asset,
    amount,
    fee,
    captured: 0n,
    capturedFee: 0n,
    state: holdStates.open,
    endsAtMs: hold?.endsAtMs ?? 0,
    heldAtMs: atMs,
    sequence,
    lastSequence: sequence,
  };
}

/** Query for the holds of a wallet, newest first. */
export interface HoldQuestion {
  readonly owner: string;
  readonly side: "sent" | "received" | "both";
  readonly state: HoldStateNumber | undefined;
  /** Exclusive upper bound; undefined: from the newest. */
  readonly beforeSequence: number | undefined;
  readonly count: number;
}

/** Port: reads holds. */
export interface HoldReads {
  hold(id: string): Promise<Hold | undefined>;
  /** Returns the holds of a wallet by the sequence of the entries that made them, newest first. */
  holdsOf(question: HoldQuestion): Promise<Hold[]>;
  /** Returns open holds whose time is over, earliest end first. */
  overdueHolds(nowMs: number, count: number): Promise<Hold[]>;
}
