import type { StoredRow } from "../../../database/dialect.ts";
import type { Quote } from "../domain/book.ts";
import type { Batch, PendingTransfer } from "../domain/entry/entry.ts";

export function toPending(row: StoredRow): PendingTransfer {
  return {
    id: row["id"] as string,
    sender: row["sender"] as string,
    recipient: row["recipient"] as string,
    asset: row["asset"] as string,
    amount: row["amount"] as bigint,
    fee: row["fee"] as bigint,
    description: row["description"] as string,
    order: row["order_bytes"] as Uint8Array,
    keyId: row["key_id"] as string,
    signature: row["signature"] as Uint8Array,
    createdAtMs: Number(row["created_at"]),
  };
}

export function toQuote(row: StoredRow): Quote {
  return {
    id: row["id"] as string,
    owner: row["owner"] as string,
    sourceAmount: row["source_amount"] as bigint,
    rate: {
      source: row["source"] as string,
      target: row["target"] as string,
      rate: BigInt(row["rate"] as string),
      origin: row["origin"] as string,
      atMs: Number(row["rate_at"]),
    },
    endsAtMs: Number(row["ends_at"]),
  };
}

export function toBatch(row: StoredRow): Batch {
  return {
    number: Number(row["number"]),
    firstSequence: Number(row["first_sequence"]),
    lastSequence: Number(row["last_sequence"]),
    previousHash: row["previous_hash"] as Uint8Array,
    hash: row["hash"] as Uint8Array,
    atMs: Number(row["at_ms"]),
  };
}

/** The end of the chain. */
export const lastBatch = "SELECT number, last_sequence, hash, at_ms FROM ledger_batches ORDER BY number DESC LIMIT 1";
