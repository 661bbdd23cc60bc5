import type { AssetCode } from "../assets.ts";

/** What an entry of the ledger records; the numbers are stored. */
export const entryKinds = { transfer: 1, exchange: 2, deposit: 3, withdrawal: 4, void: 5 } as const;

export type EntryKind = (typeof entryKinds)[keyof typeof entryKinds];

/** The outcomes of transactions, in the order of the checks; the numbers are stored and are the contract's. */
export const transactionErrors = {
  TX_ERROR_INVALID_TRANSACTION: 1,
  TX_ERROR_INVALID_SIGNATURE: 2,
  TX_ERROR_INSUFFICIENT_FUNDS: 3,
  TX_ERROR_INVALID_RECIPIENT: 4,
  TX_ERROR_LIMIT_EXCEEDED: 5,
  TX_ERROR_CHANNEL_FAILURE: 6,
} as const;

export type TransactionError = keyof typeof transactionErrors;

/** The outcomes of exchanges, likewise. */
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
 * What was exchanged: by itself, or for the sake of a transfer. Amounts in minor units of their asset.
 *
 * `target = floor((source - fee) * rate) - networkFee`, in units that the rate is given in.
 */
export interface Exchanged {
  readonly source: AssetCode;
  /** What the taker gives, fee included. */
  readonly sourceAmount: bigint;
  readonly fee: bigint;
  readonly target: AssetCode;
  /** What the taker gets. */
  readonly targetAmount: bigint;
  /** In minor units of the target; what the network of an external currency takes. */
  readonly networkFee: bigint;
  /** Units of the target for a unit of the source, in 10^-12. */
  readonly rate: bigint;
  /** Where the rate is from, and of when: milliseconds since 1970. */
  readonly rateSource: string;
  readonly rateAtMs: number;
  /** The quote that was used, if one was. */
  readonly quoteId: string | undefined;
}

/**
 * One entry of the ledger, for ever as it was written. All that it moved follows from it (`postingsOf`).
 *
 * Refused entries are kept too, so that the same request gets the same answer for ever.
 */
export interface Entry {
  /** From 1, without gaps. */
  readonly sequence: number;
  /** UUID of the transaction, exchange, deposit or withdrawal; unique. */
  readonly id: string;
  readonly kind: EntryKind;
  /** Who asked for it: sender, taker, or whose wallet it is. */
  readonly owner: string;
  /** The recipient of a transfer. */
  readonly counterparty: string | undefined;
  readonly asset: AssetCode;
  /** Minor units. 0 where nothing could be read. */
  readonly amount: bigint;
  /** Minor units of the same asset, beside the amount. Exchanges have theirs in `exchanged`. */
  readonly fee: bigint;
  readonly outcome: OutcomeNumber;
  /** SHA-256 of what was asked for: the signed bytes, or a canonical spelling of the request. 32 bytes. */
  readonly digest: Uint8Array;
  /** The signed bytes, the key and the signature of a transfer. */
  readonly order: Uint8Array | undefined;
  readonly keyId: string | undefined;
  readonly signature: Uint8Array | undefined;
  readonly description: string;
  /** Present on exchanges, and on transfers for which something was exchanged. */
  readonly exchanged: Exchanged | undefined;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** One leg of a movement. What the legs of an entry add to each asset is zero. */
export interface Posting {
  /** An identity, or one of the system's owners. */
  readonly owner: string;
  readonly asset: AssetCode;
  /** Minor units, not zero. */
  readonly amount: bigint;
}

/** Owners of the accounts that are the service's own. No identity has such an id. */
export const systemOwners = {
  /** Where deposits come from and withdrawals go to; below zero by what is in circulation. */
  issuance: "@issuance",
  fees: "@fees",
  /** The other side of every exchange. */
  liquidity: "@liquidity",
  networkFees: "@network-fees",
} as const;

export function isSystemOwner(owner: string): boolean {
  return owner.startsWith("@");
}

/** A transaction that is created and not yet processed. */
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
  readonly createdAtMs: number;
}

/** Entries that were written together, and their place in the chain. */
export interface Batch {
  /** From 1. */
  readonly number: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Of the batch before; 32 zero bytes for the first. */
  readonly previousHash: Uint8Array;
  readonly hash: Uint8Array;
  readonly atMs: number;
}
