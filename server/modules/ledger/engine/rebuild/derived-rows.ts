import type { AccountSums, BatchChanges } from "../../domain/accounts/packed-changes.ts";
import type { Hold } from "../../domain/holds/hold.ts";
import type { AccountName, LedgerRows, ReversalRow } from "../../domain/rows.ts";
import type { PostingPage } from "../checkpoint/caught-up.ts";

/** The row of an account. */
export interface StoredAccountRow extends AccountName, AccountSums {
  readonly id: number;
  readonly held: bigint;
  readonly isCustomer: number;
  readonly asOf: number | null;
  readonly tail: Uint8Array | null;
}

/** Where a stored page of postings begins and ends. */
export type PageRange = Pick<PostingPage, "firstSequence" | "lastSequence">;

/** Accounts that are read at once, each with its first page. */
export interface AccountWithPage {
  readonly row: StoredAccountRow;
  readonly firstPage: PageRange | undefined;
}

/** Port: the rows of a ledger within one transaction, those to read and those to write anew. */
export interface DerivedRows
  extends Pick<
    LedgerRows,
    | "entriesAfter"
    | "batchesAfter"
    | "changesBetween"
    | "changesStored"
    | "holdsAfter"
    | "holdsOfIds"
    | "entryOf"
    | "reversalsAfter"
    | "reversalsUpTo"
    | "hasTurn"
  > {
  addTurn(): Promise<void>;
  /** Returns the accounts after an id, ordered by id. */
  accountsWithPages(after: number, count: number): Promise<AccountWithPage[]>;
  /** Adds an account without postings, and returns its id. */
  addAccount(name: AccountName): Promise<number>;
  /** Writes all of the rows but ids, owners and assets. */
  setAccounts(rows: readonly StoredAccountRow[]): Promise<void>;
  /** Adds an account to each wallet without one; returns their number. */
  addAccountsOfWallets(): Promise<number>;
  /** Returns the page that begins at a sequence number. */
  page(account: number, firstSequence: number): Promise<PostingPage | undefined>;
  /** Returns the first page that begins after a sequence number. */
  pageAfter(account: number, firstSequence: number): Promise<PageRange | undefined>;
  addPage(page: PostingPage): Promise<void>;
  removePage(account: number, firstSequence: number): Promise<void>;
  /** Removes the pages of accounts that are not stored; returns their number. */
  removeStrayPages(): Promise<number>;
  /** Yields the postings that earlier versions have stored, by account, in the order of the ledger. */
  earlyPostings(): AsyncIterable<EarlyPosting>;
  removeEarlyPostings(): Promise<void>;
  /** Puts the changes of one batch in place of all others. */
  setChanges(changes: BatchChanges): Promise<void>;
  removeChanges(): Promise<void>;
  setHold(hold: Hold): Promise<void>;
  removeHold(id: string): Promise<void>;
  setReversal(row: ReversalRow): Promise<void>;
  removeReversal(row: Pick<ReversalRow, "reversed" | "sequence">): Promise<void>;
  /** Returns the number of stored holds. */
  holdCount(): Promise<number>;
}

/** A posting that an earlier version has stored. */
export interface EarlyPosting {
  readonly account: number;
  readonly sequence: number;
  readonly leg: number;
  readonly kind: number;
  readonly amount: bigint;
  readonly balance: bigint | null;
}
