import type { Receipt } from "#contract/wallet/v1/transaction_pb.js";
import { bytesToSign } from "../../../../core/signing/purposes.ts";
import { isSignature } from "../../../../core/signing/signature.ts";
import { batchHash, confirmationCode, entryBytes, entryDigest } from "../../../ledger/domain/entry/chain.ts";
import { asBatchHash, asEntryDigest } from "../../../ledger/domain/entry/digests.ts";
import type { Batch, Entry } from "../../../ledger/domain/entry/entry.ts";
import { isIncluded } from "../../../ledger/domain/entry/inclusion.ts";
import { isEntrySignature } from "../../../ledger/domain/entry/order-signature.ts";
import { receiptStatement } from "../../../ledger/domain/entry/receipt.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";
import { hashesIn } from "../../../ledger/domain/tree/hashes.ts";
import { type LedgerTree, ledgerTree } from "../../../ledger/index.ts";

/** Port: returns a public key of the service, current or retired, by its id. */
export type ReceiptKey = (keyId: string) => Promise<Uint8Array | undefined>;

/** Verifies the signature of a receipt, and compares every member with the ledger. */
export function receiptCheck(
  ledger: Pick<Ledger, "batchOf" | "batchesOf" | "lastBatch">,
  keyOf: ReceiptKey,
): (receipt: Receipt, entry: Entry) => Promise<boolean> {
  const tree = ledgerTree(ledger);
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
      isSame(receipt.statement, statement) &&
      (await isInTree(receipt, batch, tree)) &&
      (await isEvidence(receipt, entry, batch));
    const publicKey = agrees ? await keyOf(receipt.keyId) : undefined;
    return publicKey !== undefined && isSignature(bytesToSign("receipt", statement), publicKey, receipt.signature);
  };
}

/** Whether the members that prove the order and the batch are valid; receipts of earlier versions lack them. */
async function isEvidence(
  receipt: Receipt,
  { kind, order, signature, linked }: Entry,
  { number, hash }: Batch,
): Promise<boolean> {
  const { senderKey, previousHash, batchDigests } = receipt;
  if (senderKey.length + previousHash.length + batchDigests.length === 0) return true;
  if (order === undefined || signature === undefined) return false;
  if (!(await isEntrySignature(kind, order, senderKey, signature, isSignature, linked !== undefined))) return false;
  const digests = Array.from({ length: batchDigests.length / digestLength }, (_, index) =>
    asEntryDigest(batchDigests.subarray(index * digestLength, (index + 1) * digestLength)),
  );
  return isSame(batchHash(number, asBatchHash(previousHash), digests), hash);
}

/** Whether the proof that the entry is in the tree is valid; receipts of earlier versions lack it. */
async function isInTree({ entryDigest, inclusion }: Receipt, batch: Batch, tree: LedgerTree): Promise<boolean> {
  if (inclusion === undefined) return true;
  const { entryIndex, batchEntries, entryPath, batchPath, treeSize, treeRoot } = inclusion;
  if (treeSize !== BigInt(batch.treeSize) || batch.treeSize === 0) return false;
  const { head } = await tree.inclusion(batch);
  const proof = {
    index: Number(entryIndex),
    entries: Number(batchEntries),
    entryPath: hashesIn(entryPath),
    batchPath: hashesIn(batchPath),
    head,
  };
  return isSame(treeRoot, head.root) && isIncluded(asEntryDigest(entryDigest), batch.hash, proof);
}

const digestLength = 32;

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
