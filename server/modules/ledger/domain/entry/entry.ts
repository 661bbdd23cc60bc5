import type { AssetCode } from "../assets.ts";
import type { BatchHash, RequestDigest } from "./digests.ts";

/** Kinds of ledger entries; the numbers are stored. */
export const entryKinds = {
  transfer: 1,
  exchange: 2,
  deposit: 3,
  withdrawal: 4,
  void: 5,
  hold: 6,
  capture: 7,
  release: 8,
  reversal: 9,
} as const;

export type EntryKind = (typeof entryKinds)[keyof typeof entryKinds];

/** Errors of transactions, in the order of the checks; the numbers are stored and are those of the contract. */
export const transactionErrors = {
  TX_ERROR_INVALID_TRANSACTION: 1,
  TX_ERROR_INVALID_SIGNATURE: 2,
  TX_ERROR_INSUFFICIENT_FUNDS: 3,
  TX_ERROR_INVALID_RECIPIENT: 4,
  TX_ERROR_LIMIT_EXCEEDED: 5,
  TX_ERROR_CHANNEL_FAILURE: 6,
  TX_ERROR_HOLD_UNKNOWN: 7,
  TX_ERROR_HOLD_ENDED: 8,
  TX_ERROR_LINKED_FAILED: 9,
  TX_ERROR_REVERSAL_INVALID: 10,
  // 11 to 14 are errors of exchanges.
  TX_ERROR_REVERSAL_EXCEEDED: 15,
} as const;

export type TransactionError = keyof typeof transactionErrors;

/** Errors of exchanges by their numbers. */
export const exchangeErrors = {
  EXCHANGE_ERROR_INVALID_WALLET: 11,
  EXCHANGE_ERROR_INSUFFICIENT_FUNDS: 12,
  EXCHANGE_ERROR_RATE_UNAVAILABLE: 13,
  EXCHANGE_ERROR_EXECUTION_FAILED: 14,
} as const;

export type ExchangeError = keyof typeof exchangeErrors;

/** Stored outcome: 0 is success. */
export type OutcomeNumber = 0 | (typeof transactionErrors)[TransactionError] | (typeof exchangeErrors)[ExchangeError];

/**
 * An exchange, standalone or as part of a transfer. Amounts are in minor units of their asset.
 *
 * `target = floor((source - fee) * rate) - networkFee`, where the rate is applied to whole units.
 */
export interface Exchanged {
  readonly source: AssetCode;
  /** Amount that the taker gives, including the fee. */
  readonly sourceAmount: bigint;
  readonly fee: bigint;
  readonly target: AssetCode;
  /** Amount that the taker gets. */
  readonly targetAmount: bigint;
  /** Fee of the network of an external currency, in minor units of the target. */
  readonly networkFee: bigint;
  /** Units of the target for a unit of the source, in 10^-12. */
  readonly rate: bigint;
  /** Source and time of the rate; milliseconds since 1970. */
  readonly rateSource: string;
  readonly rateAtMs: number;
  /** The quote that was applied, if any. */
  readonly quoteId: string | undefined;
}

/** The hold that an entry makes or changes. */
export interface HoldPart {
  /** UUID of the entry that made the hold. */
  readonly id: string;
  /** Time before which it can be captured, in milliseconds since 1970; 0 if a failed entry named an unknown hold. */
  readonly endsAtMs: number;
  /** Minor units that go back to the sender, with their share of the fee, and end the hold. */
  readonly returned: bigint;
}

/** The outcome of a linked set, whose transfers were processed all or none. */
export interface Linked {
  /** Id of the transfer that failed first; empty if it is this one, or none failed. */
  readonly failed: string;
}

/**
 * An immutable entry of the ledger. Its postings follow from it (`postingsOf`).
 *
 * Failed requests have entries too, so that a repeated request always gets the same answer.
 */
export interface Entry {
  /** From 1, without gaps. */
  readonly sequence: number;
  /** UUID of the transaction, exchange, deposit or withdrawal; unique. */
  readonly id: string;
  readonly kind: EntryKind;
  /** The sender of a transfer or hold, the recipient of a changed hold, the taker of an exchange, or the owner. */
  readonly owner: string;
  /** The recipient of a transfer or hold, the sender of a changed hold, or the one who gets a transfer back. */
  readonly counterparty: string | undefined;
  readonly asset: AssetCode;
  /** Minor units; 0 if the order has no legal amount. */
  readonly amount: bigint;
  /** Minor units of the same asset, on top of the amount. The fee of an exchange is in `exchanged`. */
  readonly fee: bigint;
  readonly outcome: OutcomeNumber;
  /** SHA-256 of the request: of the signed bytes, or of its canonical form. 32 bytes. */
  readonly requestDigest: RequestDigest;
  /** The signed bytes, the key and the signature of a transfer, hold, capture or release. */
  readonly order: Uint8Array | undefined;
  readonly keyId: string | undefined;
  readonly signature: Uint8Array | undefined;
  readonly description: string;
  /** Present on exchanges, and on transfers that include one. */
  readonly exchanged: Exchanged | undefined;
  /** Present on holds, captures and releases. */
  readonly hold?: HoldPart | undefined;
  /** Id of the transfer that this transfer or reversal gives back. */
  readonly reverses?: string | undefined;
  /** Present on transfers of a linked set. */
  readonly linked?: Linked | undefined;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** A change of one account. The postings of an entry sum to zero in each asset. */
export interface Posting {
  /** An identity, or one of `systemOwners`. */
  readonly owner: string;
  readonly asset: AssetCode;
  /** Minor units, not zero. */
  readonly amount: bigint;
}

/** Owners of the system accounts. No identity has such an id. */
export const systemOwners = {
  /** Counterparty of deposits and withdrawals; its balance is minus the amount in circulation. */
  issuance: "@issuance",
  fees: "@fees",
  /** Counterparty of every exchange. */
  liquidity: "@liquidity",
  networkFees: "@network-fees",
  /** Sum that remains in open holds. */
  holds: "@holds",
} as const;

export function isSystemOwner(owner: string): boolean {
  return owner.startsWith("@");
}

/** A transaction that is created but not yet processed. */
export interface PendingTransfer {
  readonly id: string;
  readonly sender: string;
  readonly recipient: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly description: string;
  readonly order: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
  /** Id of the transfer that this one reverses. */
  readonly reverses?: string | undefined;
  readonly createdAtMs: number;
}

/** Entries that were committed together, and their link in the hash chain. */
export interface Batch {
  /** From 1. */
  readonly number: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Hash of the previous batch; 32 zero bytes for the first. */
  readonly previousHash: BatchHash;
  readonly hash: BatchHash;
  readonly atMs: number;
  /** Number of leaves of the tree up to and including the batch; 0 in batches from before there was a tree. */
  readonly treeSize: number;
  /**
   * Root of the tree of the batch's entries, then the roots of the subtrees of batches that it completes, of 2, of 4, and so
   * on; 32 bytes each. Null in batches from before there was a tree.
   */
  readonly tree: Uint8Array | null;
}
