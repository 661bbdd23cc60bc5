import type { AssetCode } from "../assets.ts";
import type { Batch, PendingTransfer } from "../entry/entry.ts";

/** An entry as it is stored, whatever has become of it. */
export interface StoredEntry {
  readonly sequence: number;
  readonly id: string;
  /** As they are: not known to be those of an entry. */
  readonly bytes: Uint8Array;
}

/** A posting of one account, told by its place. */
export interface PlacedPosting {
  readonly sequence: number;
  readonly leg: number;
  /** That of the entry. */
  readonly kind: number;
  readonly amount: bigint;
}

/** An account as it is stored. */
export interface AccountRow {
  readonly owner: string;
  readonly asset: AssetCode;
  readonly balance: bigint;
  /** Days since 1970 (UTC) of the last transfer, and what was sent on that day, in minor units. */
  readonly spentDay: number;
  readonly spent: bigint;
  /** 1; 0 for the service's own, whose balance may be below zero. */
  readonly isCustomer: number;
}

/** Which account. */
export type AccountName = Pick<AccountRow, "owner" | "asset">;

/** Port: the rows of a ledger as they are stored, in their order, for those who look whether it is whole. */
export interface LedgerRows {
  /** Those after a sequence number, the oldest first. */
  entriesAfter(sequence: number, count: number): Promise<StoredEntry[]>;
  batchesAfter(number: number, count: number): Promise<Batch[]>;
  /** The last entry of the last batch; 0 in a ledger without entries. */
  lastSequence(): Promise<number>;
  /** The accounts after one, in the order of owner and asset. */
  accountsAfter(after: AccountName | undefined, count: number): Promise<AccountRow[]>;
  account(name: AccountName): Promise<AccountRow | undefined>;
  /** The postings of an account in the order of the ledger, those after a place. */
  postingsAfter(
    owner: string,
    asset: AssetCode,
    after: Pick<PlacedPosting, "sequence" | "leg"> | undefined,
    count: number,
  ): Promise<PlacedPosting[]>;
  /** The next number of an account that there are postings of, and whether there is such an account. */
  postedAccountAfter(id: bigint | undefined): Promise<{ readonly id: bigint; readonly isStored: boolean } | undefined>;
  /** In the order of their ids. */
  pendingAfter(id: string, count: number): Promise<PendingTransfer[]>;
  /** Whether there is the row by which writers take turns. */
  hasTurn(): Promise<boolean>;
}
