import type { LevelFall } from "../../../core/level-expiry.ts";
import type { TraceContext } from "../../../core/tracing/trace-context.ts";
import type { AssetCode } from "./assets.ts";
import type { EntryDigest, RequestDigest } from "./entry/digests.ts";
import type { Batch, Entry, OutcomeNumber, PendingTransfer } from "./entry/entry.ts";
import type { Hold, HoldReads } from "./holds/hold.ts";
import type { HoldRequest } from "./holds/requests.ts";
import type { Rate } from "./rates/rates.ts";
import type { RequestKey } from "./request-key.ts";
import type { LedgerRows } from "./rows.ts";

/** A request to the ledger, validated as far as possible without it. Amounts are in minor units. */
export type Request =
  | CreateRequest
  | TransferRequest
  | PendingRequest
  | ExchangeRequest
  | IssueRequest
  | VoidRequest
  | HoldRequest
  | ReverseRequest
  | LinkedRequest;

/** A signed order to move money. */
export interface Order extends RequestKey {
  readonly recipient: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly description: string;
  /** Highest fee that the sender accepts, if the order limits it. */
  readonly feeMax: bigint | undefined;
  /** Time from which the order is invalid, if it expires: milliseconds since 1970. */
  readonly expiresAtMs?: number | undefined;
  /** Makes the order a hold: time before which the recipient may capture, in milliseconds since 1970. */
  readonly captureBeforeMs?: number | undefined;
  /** Id of the transfer that the order gives back. */
  readonly reverses?: string | undefined;
  readonly order: Uint8Array;
  /** SHA-256 of the order's bytes. */
  readonly requestDigest: RequestDigest;
  readonly keyId: string;
  readonly signature: Uint8Array;
  /** Whether the order is well formed: all fields present, amount legal, asset known. If not, the amount may be 0. */
  readonly isValid: boolean;
}

/** Stores a transaction for later processing; stores nothing that could not be processed now. */
export interface CreateRequest extends Order {
  readonly kind: "create";
  /** Whether the signature is the sender's. */
  readonly isSigned: boolean;
}

/** A request to process an order. */
interface Processed {
  /** Level of the session that sends the order; its limits are at most those of this level. Absent: no session sends it. */
  readonly levelMax?: number | undefined;
}

/** Creates and processes a transaction. */
export interface TransferRequest extends Order, Processed {
  readonly kind: "transfer";
  /** Whether the signature is the sender's. */
  readonly isSigned: boolean;
  /** Records no failure. Set when a transfer acknowledged as completed is repeated because the database lost it. */
  readonly onlyIfCompleted?: true;
}

/** An order of a linked set. Its signature is that of the root, with the path to it. */
export interface LinkedOrder extends Order, Processed {
  /** Whether the signature is the sender's. */
  readonly isSigned: boolean;
}

/** Processes orders all or none, in order. Its id and owner are those of the first. */
export interface LinkedRequest extends RequestKey {
  readonly kind: "linked";
  readonly orders: readonly LinkedOrder[];
  /** Records no failure, like that of a transfer. */
  readonly onlyIfCompleted?: true;
}

/** Processes a pending transaction. */
export interface PendingRequest extends RequestKey, Processed {
  readonly kind: "execute";
  readonly isSigned: boolean;
  /** Expiry of the pending order. */
  readonly expiresAtMs?: number | undefined;
  /** End of the hold that the pending order makes, if it makes one. */
  readonly captureBeforeMs?: number | undefined;
  /** Id of the transfer that the pending order gives back. */
  readonly reverses?: string | undefined;
}

export interface ExchangeRequest extends RequestKey {
  readonly kind: "exchange";
  /** Empty for an unknown asset, as is the target. */
  readonly source: AssetCode;
  /** 0 if the source is unknown. */
  readonly sourceAmount: bigint;
  readonly target: AssetCode;
  /** The quote to apply; undefined: the current rate. */
  readonly quoteId: string | undefined;
  readonly requestDigest: RequestDigest;
}

/** Brings money into the ledger, or takes it out. */
export interface IssueRequest extends RequestKey {
  readonly kind: "deposit" | "withdraw";
  readonly asset: AssetCode;
  readonly amount: bigint;
  /** Reason for the books; becomes the description of the entry. */
  readonly reference: string;
  readonly requestDigest: RequestDigest;
}

/** Gives a completed transfer back, in whole or in part, for an administrator. */
export interface ReverseRequest extends RequestKey {
  readonly kind: "reverse";
  /** Sender of the transfer, who gets the money back; the owner is its recipient. */
  readonly recipient: string;
  readonly asset: AssetCode;
  /** Undefined: everything that is left. */
  readonly amount: bigint | undefined;
  /** Id of the transfer. */
  readonly reverses: string;
  readonly reference: string;
  readonly requestDigest: RequestDigest;
}

/** Voids a transaction: if it is not yet processed, it never will be. */
export interface VoidRequest extends RequestKey {
  readonly kind: "void";
}

/** Result of a request. */
export type Outcome =
  /** Final and recorded: a later request with the same id and digest gets the same entry. */
  | {
      readonly kind: "entry";
      readonly entry: Entry;
      readonly isReplay: boolean;
      /** The digest of the entry, if already computed. */
      readonly entryDigest?: EntryDigest;
    }
  /** Final and recorded, for the orders of a linked set in order. */
  | { readonly kind: "entries"; readonly entries: readonly Entry[]; readonly isReplay: boolean }
  /** None of a linked set is processed or recorded, because the one at this index failed. */
  | { readonly kind: "unlinked"; readonly index: number; readonly error: OutcomeNumber }
  /** Created, not yet processed. */
  | { readonly kind: "pending"; readonly transfer: PendingTransfer; readonly isReplay: boolean }
  /** Nothing was created. */
  | { readonly kind: "nothing"; readonly reason: NothingReason }
  /**
   * Failed by its first broken rule and not recorded, because its sender did not sign it or the request says so: the id
   * stays free.
   */
  | { readonly kind: "unsigned"; readonly error: OutcomeNumber }
  /** The id is already used by a different request. */
  | { readonly kind: "conflict" }
  /** The owner has no transaction with this id. */
  | { readonly kind: "unknown" }
  /** An impossible deposit, withdrawal, reversal or release of a hold by an administrator; not recorded. */
  | { readonly kind: "refused"; readonly reason: RefusalReason };

type NothingReason = "wallet invalid" | "signature invalid" | "funds insufficient" | ReversalFlaw;
type RefusalReason = "wallet invalid" | "funds insufficient" | "too much" | "hold ended" | ReversalFlaw;

/** Why a transfer cannot be given back: it is none that can be, or less of it is left. */
export type ReversalFlaw = "reversal invalid" | "reversal exceeded";

/** Facts of a wallet that decisions need. */
export interface WalletFacts {
  readonly isFrozen: boolean;
  readonly autoExchange: boolean;
  /** Verification level of its identity, 0 to 5, as stored. */
  readonly level: number;
  /** Falls of the level, earliest first. */
  readonly levelFalls: readonly LevelFall[];
}

/** One owner's account in one asset. */
export interface AccountFacts {
  readonly balance: bigint;
  /** Day of the last transfer, in days since 1970 (UTC), and the sum sent on that day, in minor units. */
  readonly spentDay: number;
  readonly spent: bigint;
  /** Sum that remains in open holds of the owner, including fees, in minor units. It is not part of the balance. */
  readonly held: bigint;
}

/** A rate that is guaranteed until `endsAtMs`, for one exchange of exactly this amount. */
export interface Quote {
  readonly id: string;
  readonly owner: string;
  readonly sourceAmount: bigint;
  readonly rate: Rate;
  readonly endsAtMs: number;
}

/** State of the ledger at the moment of a decision, after all earlier decisions. */
export interface View {
  entry(id: string): Entry | undefined;
  pending(id: string): PendingTransfer | undefined;
  wallet(owner: string): WalletFacts | undefined;
  /** Returns an empty account if there is none. */
  account(owner: string, asset: AssetCode): AccountFacts;
  /** Returns the current rate, if there is a usable one. */
  rate(source: AssetCode, target: AssetCode): Rate | undefined;
  /** Returns a quote that has not been used. */
  quote(id: string): Quote | undefined;
  hold(id: string): Hold | undefined;
  /** Returns how much of a transfer is given back, in minor units. */
  reversed(id: string): bigint;
}

/** Thrown if the queue is full; the request was not processed. */
export class LedgerBusy extends Error {}

/** Port: the ledger. */
export interface Ledger extends LedgerRows, HoldReads {
  /**
   * Decides and writes a request; many share one commit. Resolves once the result is durable.
   *
   * @throws LedgerBusy
   */
  submit(request: Request): Promise<Outcome>;

  /**
   * Submits many requests at once, which are decided in their order. Resolves once all are durable, and costs less than
   * submitting each.
   *
   * @throws LedgerBusy before any is submitted, or the error of the first that failed
   */
  submitAll(requests: readonly Request[]): Promise<readonly Outcome[]>;

  /** Fill level of the queue, including requests being written: 0 to 1. */
  readonly load: number;

  /** Resolves when the queue has shrunk; at once if it is empty. */
  relieved(): Promise<void>;

  /** Stores a quote durably. */
  addQuote(quote: Quote): Promise<void>;

  entry(id: string): Promise<Entry | undefined>;
  pending(id: string): Promise<PendingTransfer | undefined>;
  /** Returns how many transactions are pending, up to a number. */
  pendingCount(countMax: number): Promise<number>;
  /** Returns the balances of accounts that have had a posting, and the sum in open holds of each, if any. */
  balances(owner: string): Promise<{ readonly asset: AssetCode; readonly balance: bigint; readonly held?: bigint }[]>;
  /** Returns the balances of an owner after an entry, for accounts with a posting up to it, ordered by asset. */
  balancesAt(owner: string, sequence: number): Promise<{ readonly asset: AssetCode; readonly balance: bigint }[]>;
  /** Returns the last batch whose time is not after `ms`; undefined if there is none. */
  batchAt(ms: number): Promise<Batch | undefined>;
  /** Returns how much of each transfer is given back, by id; omits those of which nothing is. */
  reversedOf(ids: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** Returns the ids of the first entries that gave a transfer back. */
  reversalIds(id: string, count: number): Promise<string[]>;
  /** Returns entries, newest first. */
  history(question: HistoryQuestion): Promise<Entry[]>;
  /** Reads entries of an owner, or of all, after a sequence number and up to another one, earliest first. */
  between(owner: string | undefined, after: number, until: number, count: number): Promise<Stretch>;
  batchOf(sequence: number): Promise<Batch | undefined>;
  /** Returns the last batch; undefined in an empty ledger. */
  lastBatch(): Promise<Batch | undefined>;
  /** Returns the batches with these numbers, in any order; omits those that are not stored. */
  batchesOf(numbers: readonly number[]): Promise<Batch[]>;
  /** Returns the span of the call that has made an entry; undefined if nobody has recorded it, or for old entries. */
  callOf(sequence: number): Promise<TraceContext | undefined>;
  /** Accepts no more requests; finishes those in the queue. */
  close(): Promise<void>;
}

/** Entries of a stretch of the ledger. */
export interface Stretch {
  /** Earliest first. */
  readonly entries: readonly Entry[];
  /** Sequence number up to which the stretch was searched. */
  readonly reached: number;
}

export interface HistoryQuestion {
  readonly owner: string;
  /** Exclusive upper bound; undefined: from the newest. */
  readonly beforeSequence: number | undefined;
  /** Milliseconds since 1970; `fromMs` inclusive, `untilMs` exclusive. */
  readonly fromMs: number | undefined;
  readonly untilMs: number | undefined;
  readonly kinds: readonly number[];
  readonly count: number;
}
