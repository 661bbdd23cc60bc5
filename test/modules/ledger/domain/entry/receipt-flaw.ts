import { confirmationCode, entryDigest, readEntry } from "../../../../../server/modules/ledger/domain/entry/chain.ts";
import { asEntryDigest } from "../../../../../server/modules/ledger/domain/entry/digests.ts";
import { UnreadableEntry } from "../../../../../server/modules/ledger/domain/entry/reader.ts";
import { type ReceiptFacts, receiptStatement } from "../../../../../server/modules/ledger/domain/entry/receipt.ts";

/** A receipt as issued by the service. */
export interface Receipt extends ReceiptFacts {
  readonly confirmationCode: string;
  /** The canonical bytes of the entry. */
  readonly entry: Uint8Array;
  readonly keyId: string;
  readonly statement: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Checks a receipt without the SDK. Returns the first flaw; undefined if every member is proven by the signature.
 *
 * @param isSigned whether the signature over the purpose `receipt` and the statement is by the service's key
 */
export async function receiptFlaw(
  receipt: Receipt,
  isSigned: (statement: Uint8Array, keyId: string, signature: Uint8Array) => boolean | Promise<boolean>,
): Promise<string | undefined> {
  const entry = entryOf(receipt.entry);
  if (entry === undefined) return "the entry cannot be read";
  if (!isEqual(entryDigest(receipt.entry), receipt.entryDigest)) return "the digest is not the entry's";
  if (entry.id !== receipt.transactionId || entry.sequence !== receipt.sequence) return "the entry is another one";
  const code = entry.outcome === 0 ? confirmationCode(asEntryDigest(receipt.entryDigest)) : "";
  if (receipt.confirmationCode !== code) return "the confirmation code is not the entry's";
  if (!isEqual(receiptStatement(receipt), receipt.statement)) return "the statement says something else";
  const isRight = await isSigned(receipt.statement, receipt.keyId, receipt.signature);
  return isRight ? undefined : "the signature is not the service's";
}

function entryOf(bytes: Uint8Array) {
  try {
    return readEntry(bytes);
  } catch (error) {
    if (error instanceof UnreadableEntry) return undefined;
    throw error;
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
