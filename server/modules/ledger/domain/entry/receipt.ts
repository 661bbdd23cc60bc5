import type { BatchHash, EntryDigest } from "./digests.ts";

/** Facts that a receipt certifies. */
export interface ReceiptFacts {
  /** UUID of the transaction. */
  readonly transactionId: string;
  readonly sequence: number;
  /** 32 bytes. */
  readonly entryDigest: EntryDigest;
  readonly batchNumber: number;
  /** Hash of that batch in the chain, 32 bytes. */
  readonly batchHash: BatchHash;
}

/**
 * Returns the statement of a receipt, which the service signs: lines of ASCII, each with a name, a space, a value and a
 * line feed. Digests are in lower-case hexadecimal.
 */
export function receiptStatement(facts: ReceiptFacts): Uint8Array {
  const lines = [
    `transaction ${facts.transactionId}`,
    `sequence ${facts.sequence}`,
    `entry ${hex(facts.entryDigest)}`,
    `batch ${facts.batchNumber}`,
    `chain ${hex(facts.batchHash)}`,
  ];
  return Buffer.from(lines.map((line) => `${line}\n`).join(""), "ascii");
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
