import type { AssetCode } from "./assets.ts";
import type { Batch, Entry, PendingTransfer } from "./entry/entry.ts";
import type { Rate } from "./rates/rates.ts";
import type { LedgerRows } from "./replay/rows.ts";

/** What somebody wants to be done, checked as far as that goes without the ledger. Amounts in minor units. */
export type Request = CreateRequest | TransferRequest | PendingRequest | ExchangeRequest | IssueRequest | VoidRequest;

interface Asked {
  /** UUID, by which it is done once for ever. */
  readonly id: string;
  readonly owner: string;
}

/** An order to move money, as it was signed. */
export interface Order extends Asked {
  readonly recipient: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly description: string;
  /** The most that the sender is ready to pay beside the amount, if that is said. */
  readonly feeMax: bigint | undefined;
  readonly order: Uint8Array;
  /** SHA-256 of the order's bytes. */
  readonly digest: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
  /** Whether all of it can be true: parts present, amount legal, asset known. Else the amount may be 0. */
  readonly isValid: boolean;
}

/** Keeps a transaction to be processed later. Nothing is kept when the wallet is not good or the money not there. */
export interface CreateRequest extends Order {
  readonly kind: "create";
}

/** Creates and processes a transaction. */
export interface TransferRequest extends Order {
  readonly kind: "transfer";
  /** Whether the signature is the sender's. */
  readonly isSigned: boolean;
}

/** Processes a transaction that was created before. */
export interface PendingRequest extends Asked {
  readonly kind: "execute";
  readonly isSigned: boolean;
}

export interface ExchangeRequest extends Asked {
  readonly kind: "exchange";
  readonly source: AssetCode;
  readonly sourceAmount: bigint;
  readonly target: AssetCode;
  /** Whether the assets are known and two, and the amount legal. */
  readonly isValid: boolean;
  /** The quote whose terms are taken; else the current rate is used. */
  readonly quoteId: string | undefined;
  readonly digest: Uint8Array;
}

/** Brings money into the ledger, or takes it out. */
export interface IssueRequest extends Asked {
  readonly kind: "deposit" | "withdraw";
  readonly asset: AssetCode;
  readonly amount: bigint;
  /** Why, for the books: shown as the entry's description. */
  readonly reference: string;
  readonly digest: Uint8Array;
}

/** Makes the outcome of a transaction final: one that is not done by now is never done. */
export interface VoidRequest extends Asked {
  readonly kind: "void";
}

/** What came of a request. */
export type Outcome =
  /** Final and kept; a later request with the same id and digest gets the same. */
  | {
      readonly kind: "entry";
      readonly entry: Entry;
      readonly isReplay: boolean;
      /** By which the chain knows the entry, where that is at hand. */
      readonly digest?: Uint8Array;
    }
  /** Created, not processed. */
  | { readonly kind: "pending"; readonly transfer: PendingTransfer; readonly isReplay: boolean }
  /** Nothing was created, and why. */
  | { readonly kind: "nothing"; readonly reason: "wallet invalid" | "funds insufficient" }
  /** The id stands for something else already. */
  | { readonly kind: "conflict" }
  /** There is no transaction of this owner with this id to be processed. */
  | { readonly kind: "unknown" }
  /** A deposit or withdrawal that cannot be: it changed nothing and is not kept. */
  | { readonly kind: "refused"; readonly reason: "wallet invalid" | "funds insufficient" | "too much" };

/** A wallet as far as decisions need it. */
export interface WalletFacts {
  readonly isFrozen: boolean;
  readonly autoExchange: boolean;
  /** Verification level of its identity, 0 to 5. */
  readonly level: number;
}

/** One owner's account in one asset. */
export interface AccountFacts {
  readonly balance: bigint;
  /** Days since 1970 (UTC) of the last transfer, and what was sent on that day, in minor units. */
  readonly spentDay: number;
  readonly spent: bigint;
}

/** Terms that hold until then, for one exchange of just this. */
export interface Quote {
  readonly id: string;
  readonly owner: string;
  readonly sourceAmount: bigint;
  readonly rate: Rate;
  readonly endsAtMs: number;
}

/** What is known at the moment of a decision, all decisions before it included. */
export interface View {
  entry(id: string): Entry | undefined;
  pending(id: string): PendingTransfer | undefined;
  wallet(owner: string): WalletFacts | undefined;
  /** Accounts that are not there are empty ones. */
  account(owner: string, asset: AssetCode): AccountFacts;
  /** The current rate, if there is one that may be used. */
  rate(source: AssetCode, target: AssetCode): Rate | undefined;
  /** One that was used is not there any more. */
  quote(id: string): Quote | undefined;
}

/** Thrown when there is too much to do already; nothing was done. */
export class LedgerBusy extends Error {}

/** Port: the ledger. */
export interface Ledger extends LedgerRows {
  /**
   * Decides and writes. Resolves when it is stored durably, many requests in one commit.
   *
   * @throws LedgerBusy when too many wait; the request was not looked at.
   */
  submit(request: Request): Promise<Outcome>;

  /** Requests that wait or are being written, by what the queue holds at most: 0 to 1. */
  readonly load: number;

  /** Resolves when some of them are done; at once when there are none. */
  relieved(): Promise<void>;

  /** Keeps terms, durably. */
  addQuote(quote: Quote): Promise<void>;

  entry(id: string): Promise<Entry | undefined>;
  pending(id: string): Promise<PendingTransfer | undefined>;
  /** By account, each with the asset and balance; those without any movement are left out. */
  balances(owner: string): Promise<{ readonly asset: AssetCode; readonly balance: bigint }[]>;
  /** The newest first. */
  history(question: HistoryQuestion): Promise<Entry[]>;
  batchOf(sequence: number): Promise<Batch | undefined>;
  /** Takes nothing more, finishes what waits. */
  close(): Promise<void>;
}

export interface HistoryQuestion {
  readonly owner: string;
  /** Those before this one; from the newest when absent. */
  readonly beforeSequence: number | undefined;
  /** Milliseconds since 1970, the first included, the last not. */
  readonly fromMs: number | undefined;
  readonly untilMs: number | undefined;
  readonly kinds: readonly number[];
  readonly count: number;
}
