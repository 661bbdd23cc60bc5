import type { LastStatements } from "../../../core/alongside.ts";
import type { BarePosting } from "../domain/accounts/packed-postings.ts";
import type { AssetCode } from "../domain/assets.ts";
import type { ChainEnd } from "../domain/entry/batch-tree.ts";
import type { EntryDigest } from "../domain/entry/digests.ts";
import type { Batch, Entry, PendingTransfer } from "../domain/entry/entry.ts";
import type { Hold } from "../domain/holds/hold.ts";
import type { Rate } from "../domain/rates/rates.ts";
import type { AccountFacts, Quote, Request, WalletFacts } from "../domain/requests.ts";
import type { Frontier } from "../domain/tree/frontier.ts";

/** Port: decides and writes batches in a database. */
export interface BatchStore {
  /** Suitable size of the next batch; undefined if batches do not block the event loop. */
  readonly sizeMax?: number | undefined;
  /**
   * Reads the state that the requests need, decides them, and writes the results, in one transaction that is durable
   * when this resolves. Excludes other writers meanwhile. May call `decide` again with a new state.
   *
   * @throws DatabaseUnavailable if the database cannot be reached; whether the batch was written is then unknown
   */
  write<Result extends Decided>(requests: readonly Request[], decide: (stored: Stored) => Result): Promise<Result>;
}

/** Stored state that a batch needs. */
export interface Stored {
  /** The last batch; undefined in an empty ledger. */
  readonly last: ChainEnd | undefined;
  /** The tree of all batches. */
  frontier(): Frontier;
  entry(id: string): Entry | undefined;
  pending(id: string): PendingTransfer | undefined;
  wallet(owner: string): WalletFacts | undefined;
  account(owner: string, asset: AssetCode): StoredAccount | undefined;
  quote(id: string): Quote | undefined;
  hold(id: string): Hold | undefined;
  /** Returns how much of a transfer is given back. */
  reversed(id: string): bigint;
  /** Returns the rates that administrators have set. */
  rates(): readonly Rate[];
}

export interface StoredAccount extends AccountFacts {
  /** Id with which postings refer to the account. */
  readonly id: number;
}

/** Changes of a batch. */
export interface Decided {
  /** Entries with the row of the batch; undefined if there are none. */
  readonly chained: Chained | undefined;
  /** New state of the changed accounts. An account without an id is new, and gets one. */
  readonly accounts: readonly ChangedAccount[];
  readonly created: readonly PendingTransfer[];
  /** Ids of stored transfers that are no longer pending. */
  readonly settled: readonly string[];
  /** Ids of used quotes. */
  readonly usedQuotes: readonly string[];
  /** New state of new and changed holds. */
  readonly holds: readonly Hold[];
  /** Writes of other modules for the new entries. */
  readonly records: readonly LastStatements[];
}

export interface Chained {
  readonly batch: Batch;
  /** The tree of all batches, with this one. */
  readonly frontier: Frontier;
  /** Ordered by their sequence numbers. */
  readonly entries: readonly NewEntry[];
  readonly reversals: readonly NewReversal[];
}

/** A row that counts a reversal. */
export interface NewReversal {
  /** Id of the transfer that is given back. */
  readonly reversed: string;
  /** Sequence number of the entry that gives back. */
  readonly sequence: number;
  readonly amount: bigint;
  /** Sum of this and all earlier reversals of the transfer. */
  readonly total: bigint;
}

export interface NewEntry {
  readonly sequence: number;
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Digest of `bytes`. */
  readonly entryDigest: EntryDigest;
}

export interface ChangedAccount extends AccountFacts {
  id: number | undefined;
  readonly isHeldChanged: boolean;
  /** Postings of the batch to the account, in order. */
  readonly postings: readonly BarePosting[];
  readonly owner: string;
  readonly asset: AssetCode;
}

/** Steps of writing a batch, for tests that interrupt it. */
export type BatchStep =
  | "read"
  | "decided"
  | "accounts"
  | "entries"
  | "pending"
  | "chained"
  | "checkpointed"
  | "committed";
