import type { AccountSums, BatchChanges } from "./accounts/packed-changes.ts";
import type { AssetCode } from "./assets.ts";
import type { Batch, PendingTransfer } from "./entry/entry.ts";
import type { PlacedPosting } from "./entry/placed-posting.ts";
import type { Hold } from "./holds/hold.ts";

/** An entry in its stored form, not validated. */
export interface StoredEntry {
  readonly sequence: number;
  readonly id: string;
  /** Stored bytes, which may not be those of an entry. */
  readonly bytes: Uint8Array;
}

/** An account in its stored form. */
export interface AccountRow {
  readonly owner: string;
  readonly asset: AssetCode;
  readonly balance: bigint;
  /** Day of the last transfer, in days since 1970 (UTC), and the sum sent on that day, in minor units. */
  readonly spentDay: number;
  readonly spent: bigint;
  /** Sum that remains in open holds of the owner, including fees. */
  readonly held: bigint;
  /** 1; 0 for system accounts, whose balance may be negative. */
  readonly isCustomer: number;
  /** The stored row, which lacks the changes of later batches. */
  readonly checkpoint?: AccountSums & { readonly asOf: number | null };
}

/** A reversal in its stored form. */
export interface ReversalRow {
  /** Id of the transfer that is given back. */
  readonly reversed: string;
  /** Sequence number of the entry that gives back. */
  readonly sequence: number;
  readonly amount: bigint;
  /** Sum of this and all earlier reversals of the transfer. */
  readonly total: bigint;
}

/** Key of an account. */
export type AccountName = Pick<AccountRow, "owner" | "asset">;

/** Numbers of the batches whose changes are stored. */
export interface ChangesStored {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** Number of the last batch of all. */
  readonly lastBatch: number;
}

/** Port: the stored rows of a ledger in their order, for audits. */
export interface LedgerRows {
  /** Returns the entries after a sequence number, oldest first. */
  entriesAfter(sequence: number, count: number): Promise<StoredEntry[]>;
  batchesAfter(number: number, count: number): Promise<Batch[]>;
  /** Returns the sequence number of the last entry of the last batch; 0 in an empty ledger. */
  lastSequence(): Promise<number>;
  /** Returns the accounts after one, ordered by owner and asset. */
  accountsAfter(after: AccountName | undefined, count: number): Promise<AccountRow[]>;
  account(name: AccountName): Promise<AccountRow | undefined>;
  /** Returns the postings of an account after a position, in the order of the ledger. */
  postingsAfter(
    owner: string,
    asset: AssetCode,
    after: Pick<PlacedPosting, "sequence" | "leg"> | undefined,
    count: number,
  ): Promise<PlacedPosting[]>;
  /** Returns the stored changes of accounts by the batches from one number to another. */
  changesBetween(first: number, last: number): Promise<BatchChanges[]>;
  /** Returns the stored changes' numbers and that of the last batch, as of one moment; undefined if no changes are stored. */
  changesStored(): Promise<ChangesStored | undefined>;
  /** Returns the names of accounts. */
  accountNames(ids: readonly number[]): Promise<ReadonlyMap<number, AccountName>>;
  /** Returns the next account id that has postings, and whether the account itself is stored. */
  postedAccountAfter(id: bigint | undefined): Promise<{ readonly id: bigint; readonly isStored: boolean } | undefined>;
  /** Returns the pending transactions after an id, ordered by id. */
  pendingAfter(id: string, count: number): Promise<PendingTransfer[]>;
  /** Returns the holds after an id, ordered by id. */
  holdsAfter(id: string, count: number): Promise<Hold[]>;
  /** Returns the holds with these ids, in any order. */
  holdsOfIds(ids: readonly string[]): Promise<Hold[]>;
  /** Returns accounts whose held sum differs from their owner's stored open holds; at most a hundred. */
  accountsHeldOtherwise(): Promise<AccountName[]>;
  /** Returns the entry stored under an id. */
  entryOf(id: string): Promise<StoredEntry | undefined>;
  /** Returns the reversals after one, ordered by the transfer that they give back, and then by sequence. */
  reversalsAfter(after: Pick<ReversalRow, "reversed" | "sequence"> | undefined, count: number): Promise<ReversalRow[]>;
  /** Returns the last reversals of a transfer up to a sequence number, newest first. */
  reversalsUpTo(id: string, sequence: number, count: number): Promise<ReversalRow[]>;
  /** Whether the row that serializes writers is stored. */
  hasTurn(): Promise<boolean>;
}
