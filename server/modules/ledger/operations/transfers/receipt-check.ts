import type { Receipt } from "../../../../../gen/es/wallet/v1/transaction_pb.js";
import { bytesToSign } from "../../../../core/signing/purposes.ts";
import { isSignature } from "../../../../core/signing/signature.ts";
import type { Ledger } from "../../domain/book.ts";
import { confirmationCode, entryBytes, entryDigest } from "../../domain/entry/chain.ts";
import type { Entry } from "../../domain/entry/entry.ts";
import { receiptStatement } from "../../domain/entry/receipt.ts";

/** Port: returns a public key of the service, current or retired, by its id. */
export type ReceiptKey = (keyId: string) => Promise<Uint8Array | undefined>;

/** Verifies the signature of a receipt, and compares every member with the ledger. */
export function receiptCheck(
  ledger: Pick<Ledger, "batchOf">,
  keyOf: ReceiptKey,
): (receipt: Receipt, entry: Entry) => Promise<boolean> {
  return async (receipt, entry) => {
    const batch = await ledger.batchOf(entry.sequence);
    if (batch === undefined) throw new Error(`entry ${entry.sequence} is in no batch`);
    const bytes = entryBytes(entry);
    const digest = entryDigest(bytes);
    const statement = receiptStatement({
      transactionId: entry.id,
      sequence: entry.sequence,
      entryDigest: digest,
      batchNumber: batch.number,
      batchHash: batch.hash,
    });
    const agrees =
      receipt.confirmationCode === confirmationCode(digest) &&
      receipt.sequence === BigInt(entry.sequence) &&
      receipt.batchNumber === BigInt(batch.number) &&
      isSame(receipt.entryDigest, digest) &&
      isSame(receipt.entry, bytes) &&
      isSame(receipt.batchHash, batch.hash) &&
      isSame(receipt.statement, statement);
    const publicKey = agrees ? await keyOf(receipt.keyId) : undefined;
    return publicKey !== undefined && isSignature(bytesToSign("receipt", statement), publicKey, receipt.signature);
  };
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
