import type { Receipt } from "#contract/wallet/v1/transaction_pb.js";
import { hex, isEqual, joined, sha256, utf8 } from "../bytes.ts";
import { isSignedBy, NoPublishedKey, publishedKey } from "../published-key.ts";
import type { TreeHead } from "./hash-tree.ts";
import { BadReceipt, type ProvenOrder, provenHead, provenOrder } from "./receipt-evidence.ts";

export { BadReceipt, type ProvenOrder } from "./receipt-evidence.ts";

/** Facts that a receipt proves: the transaction is in the ledger, at this place. */
export interface ProvenReceipt {
  readonly transactionId: string;
  readonly confirmationCode: string;
  /** Position of the entry in the ledger. */
  readonly sequence: bigint;
  readonly batchNumber: bigint;
  /** Order that the sender has signed. Undefined for receipts of earlier versions, which prove neither the order nor the batch. */
  readonly order?: ProvenOrder;
  /**
   * Head of the tree of the ledger after that batch, with the entry in it. Nobody has signed it: compare it with a head that the
   * service has shown to others (`isConsistent`). Undefined for entries of versions without a tree.
   */
  readonly head?: TreeHead;
}

/**
 * Verifies a receipt offline, by the key set that the service publishes at `/.well-known/jwks.json`. For Node and
 * browsers.
 *
 * @param keySet JSON Web Key Set (RFC 7517)
 * @throws BadReceipt
 */
export async function verifyReceipt(receipt: Receipt, keySet: unknown): Promise<ProvenReceipt> {
  const { transactionId, confirmationCode, sequence, batchNumber, entry, statement } = receipt;
  const digest = await sha256(utf8("platonic ledger entry v1"), entry);
  if (!isEqual(digest, receipt.entryDigest)) throw new BadReceipt("the entry is not that of the digest");
  if (codeOf(digest) !== confirmationCode) throw new BadReceipt("the confirmation code is not that of the entry");
  if (!isEqual(statement, utf8(statementOf(receipt)))) throw new BadReceipt("the statement says something else");
  const signed = joined(utf8("platonic receipt v1\n"), statement);
  if (!isSignedBy(keyOf(keySet, receipt.keyId), signed, receipt.signature)) {
    throw new BadReceipt("the statement is not signed by the service");
  }
  const order = await provenOrder(receipt);
  const head = provenHead(receipt);
  return { transactionId, confirmationCode, sequence, batchNumber, ...(order && { order }), ...(head && { head }) };
}

function statementOf({ transactionId, sequence, entryDigest, batchNumber, batchHash }: Receipt): string {
  return [
    `transaction ${transactionId}\n`,
    `sequence ${sequence}\n`,
    `entry ${hex(entryDigest)}\n`,
    `batch ${batchNumber}\n`,
    `chain ${hex(batchHash)}\n`,
  ].join("");
}

function keyOf(keySet: unknown, keyId: string): Uint8Array {
  try {
    return publishedKey(keySet, keyId);
  } catch (error) {
    if (error instanceof NoPublishedKey) throw new BadReceipt(error.message);
    throw error;
  }
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Encodes the first 80 bits in Crockford's base32, in groups of four. */
function codeOf(digest: Uint8Array): string {
  let bits = BigInt(`0x${hex(digest.subarray(0, 10))}`);
  let code = "";
  for (; code.length < 16; bits >>= 5n) code = `${alphabet[Number(bits & 31n)]}${code}`;
  return (code.match(/.{4}/g) as string[]).join("-");
}
