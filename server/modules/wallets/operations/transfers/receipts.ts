import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";
import { bytesToSign } from "../../../../core/signing/purposes.ts";
import type { Identities } from "../../../identity/index.ts";
import { confirmationCode, entryBytes, entryDigest } from "../../../ledger/domain/entry/chain.ts";
import type { Entry } from "../../../ledger/domain/entry/entry.ts";
import type { Inclusion } from "../../../ledger/domain/entry/inclusion.ts";
import { receiptStatement } from "../../../ledger/domain/entry/receipt.ts";
import type { ProveBatch } from "../../../ledger/index.ts";

/** Port: signs with the published key of the service. */
export type ReceiptSigner = (bytes: Uint8Array) => Promise<{ readonly keyId: string; readonly signature: Uint8Array }>;

export interface ReceiptDeps {
  readonly identities: Pick<Identities, "signingKeys">;
  /** Checks an entry, its order and its batch. */
  readonly proveBatch: ProveBatch;
  readonly receiptSigner: ReceiptSigner;
}

type Receipt = MessageInitShape<typeof ReceiptSchema>;

/**
 * Returns the receipt of a completed transfer, hold, capture or release. Signs nothing unless the order, the entry and its batch agree.
 *
 * @param transactionId id under which the entry is stored
 * @throws Error if the ledger is not as it was written
 */
export async function receiptOf(transactionId: string, entry: Entry, deps: ReceiptDeps): Promise<Receipt> {
  const { batch, digests, inclusion } = await deps.proveBatch(transactionId, entry);
  const bytes = entryBytes(entry);
  const digest = entryDigest(bytes);
  const { number: batchNumber, hash: batchHash, previousHash } = batch;
  const facts = { transactionId, sequence: entry.sequence, entryDigest: digest, batchNumber, batchHash };
  const statement = receiptStatement(facts);
  const senderKey = (await deps.identities.signingKeys(entry.owner)).find(({ id }) => id === entry.keyId)?.publicKey;
  const { keyId, signature } = await deps.receiptSigner(bytesToSign("receipt", statement));
  return {
    transactionId,
    confirmationCode: confirmationCode(digest),
    sequence: BigInt(entry.sequence),
    entryDigest: digest,
    entry: bytes,
    batchNumber: BigInt(batchNumber),
    batchHash,
    keyId,
    statement,
    signature,
    ...(senderKey !== undefined && { senderKey }),
    previousHash,
    batchDigests: Buffer.concat(digests),
    ...(inclusion !== undefined && { inclusion: inclusionMessage(inclusion) }),
  };
}

function inclusionMessage({ index, entries, entryPath, batchPath, head }: Inclusion) {
  return {
    entryIndex: BigInt(index),
    batchEntries: BigInt(entries),
    entryPath: Buffer.concat(entryPath),
    treeSize: BigInt(head.size),
    batchPath: Buffer.concat(batchPath),
    treeRoot: head.root,
  };
}
