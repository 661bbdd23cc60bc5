import type { AssetCode } from "../domain/assets.ts";
import type { AccountFacts, Quote, Request, WalletFacts } from "../domain/book.ts";
import type { Batch, Entry, PendingTransfer } from "../domain/entry/entry.ts";

/** Port: how a database decides and writes a batch. */
export interface BatchStore {
  /** Requests of a batch that it takes well now; absent where more of them are no burden to others. */
  readonly sizeMax?: number;
  /**
   * Reads what the requests name, has it decided, and writes what came of it, in one transaction that is stored durably
   * when this resolves. Nobody else writes to the ledger meanwhile. `decide` may be called again, on what was read anew.
   *
   * @throws DatabaseUnavailable when the database cannot be reached; after it, what came of the batch is not known.
   */
  write<Result extends Decided>(requests: readonly Request[], decide: (stored: Stored) => Result): Promise<Result>;
}

/** What is stored, as a batch finds it. */
export interface Stored {
  /** The last batch; absent in a ledger without entries. */
  readonly last: Pick<Batch, "number" | "lastSequence" | "hash" | "atMs"> | undefined;
  entry(id: string): Entry | undefined;
  pending(id: string): PendingTransfer | undefined;
  wallet(owner: string): WalletFacts | undefined;
  account(owner: string, asset: AssetCode): StoredAccount | undefined;
  quote(id: string): Quote | undefined;
}

export interface StoredAccount extends AccountFacts {
  /** By which postings name it. */
  readonly id: number;
}

/** What a batch changes. */
export interface Decided {
  /** With the batch's row; absent when there is no entry. */
  readonly chained: Chained | undefined;
  /** Accounts that differ from what is stored, as they are to be. One that has no id is new, and is given one. */
  readonly accounts: readonly ChangedAccount[];
  readonly created: readonly PendingTransfer[];
  /** Ids of stored transfers that are pending no more. */
  readonly settled: readonly string[];
  /** Ids of quotes that are used. */
  readonly usedQuotes: readonly string[];
}

export interface Chained {
  readonly batch: Batch;
  /** In their order. */
  readonly entries: readonly NewEntry[];
  readonly postings: readonly NewPosting[];
}

export interface NewEntry {
  readonly sequence: number;
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Of the bytes. */
  readonly digest: Uint8Array;
}

export interface NewPosting {
  readonly account: ChangedAccount;
  readonly sequence: number;
  readonly leg: number;
  readonly kind: number;
  readonly amount: bigint;
}

export interface ChangedAccount extends AccountFacts {
  id: number | undefined;
  readonly owner: string;
  readonly asset: AssetCode;
}

/** Steps of writing a batch, for tests that break off between them. */
export type BatchStep =
  | "read"
  | "decided"
  | "accounts"
  | "entries"
  | "postings"
  | "pending"
  | "chained"
  | "settled"
  | "committed";
