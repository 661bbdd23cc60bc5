import type { AssetCode } from "./assets.ts";
import type { Batch, PendingTransfer } from "./entry/entry.ts";
import type { PlacedPosting } from "./entry/placed-posting.ts";
import type { Hold } from "./holds/hold.ts";

/** An entry as it is stored, not validated. */
export interface StoredEntry {
  readonly sequence: number;
  readonly id: string;
  /** Stored bytes, which may not be those of an entry. */
  readonly bytes: Uint8Array;
}

/** An account as it is stored. */
export interface AccountRow {
  readonly owner: string;
  readonly asset: AssetCode;
  readonly balance: bigint;
  /** Days since 1970 (UTC) of the last transfer, and what was sent on that day, in minor units. */
  readonly spentDay: number;
  readonly spent: bigint;
  /** Sum that open holds of the owner have left, fees included. */
  readonly held: bigint;
  /** 1; 0 for system accounts, whose balance may be negative. */
  readonly isCustomer: number;
}

/** A reversal as it is stored. */
export interface ReversalRow {
  /** Id of the transfer that is given back. */
  readonly reversed: string;
  /** Sequence number of the entry that gives back. */
  readonly sequence: number;
  readonly amount: bigint;
  /** Sum of this reversal of the transfer and all before it. */
  readonly total: bigint;
}

/** Key of an account. */
export type AccountName = Pick<AccountRow, "owner" | "asset">;

/** Port: the stored rows of a ledger in their order, for audits. */
export interface LedgerRows {
  /** Entries after a sequence number, the oldest first. */
  entriesAfter(sequence: number, count: number): Promise<StoredEntry[]>;
  batchesAfter(number: number, count: number): Promise<Batch[]>;
  /** Sequence number of the last entry of the last batch; 0 in an empty ledger. */
  lastSequence(): Promise<number>;
  /** Accounts after one, ordered by owner and asset. */
  accountsAfter(after: AccountName | undefined, count: number): Promise<AccountRow[]>;
  account(name: AccountName): Promise<AccountRow | undefined>;
  /** Postings of an account after a position, in the order of the ledger. */
  postingsAfter(
    owner: string,
    asset: AssetCode,
    after: Pick<PlacedPosting, "sequence" | "leg"> | undefined,
    count: number,
  ): Promise<PlacedPosting[]>;
  /** Next account id that has postings, and whether the account itself is stored. */
  postedAccountAfter(id: bigint | undefined): Promise<{ readonly id: bigint; readonly isStored: boolean } | undefined>;
  /** Pending transactions after an id, ordered by id. */
  pendingAfter(id: string, count: number): Promise<PendingTransfer[]>;
  /** Holds after an id, ordered by id. */
  holdsAfter(id: string, count: number): Promise<Hold[]>;
  /** Holds of some ids, in any order. */
  holdsOfIds(ids: readonly string[]): Promise<Hold[]>;
  /** Accounts that are not marked with what the stored open holds of their owner have left; at most a hundred. */
  accountsHeldOtherwise(): Promise<AccountName[]>;
  /** Returns the entry that is stored under an id. */
  entryOf(id: string): Promise<StoredEntry | undefined>;
  /** Reversals after one, ordered by the transfer that they give back, and then by their place. */
  reversalsAfter(after: Pick<ReversalRow, "reversed" | "sequence"> | undefined, count: number): Promise<ReversalRow[]>;
  /** The last reversals of a transfer up to a sequence number, the newest first. */
  reversalsUpTo(id: string, sequence: number, count: number): Promise<ReversalRow[]>;
  /** Whether the row that serializes writers is stored. */
  hasTurn(): Promise<boolean>;
}
