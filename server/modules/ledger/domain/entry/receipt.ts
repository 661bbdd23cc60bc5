/** What a receipt is about. */
export interface ReceiptFacts {
  /** UUID of the transaction. */
  readonly transactionId: string;
  readonly sequence: number;
  /** 32 bytes. */
  readonly entryDigest: Uint8Array;
  readonly batchNumber: number;
  /** Hash of the chain with that batch, 32 bytes. */
  readonly batchHash: Uint8Array;
}

/**
 * What the service signs for a receipt: lines of ASCII, each a name, a space and a value, with a line feed behind each.
 * Digests are in lower-case hexadecimal.
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
