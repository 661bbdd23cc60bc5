import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";
import { bytesToSign } from "../../../../core/signing/purposes.ts";
import type { Identities } from "../../../identity/index.ts";
import { confirmationCode, entryBytes, entryDigest } from "../../domain/entry/chain.ts";
import type { Batch, Entry } from "../../domain/entry/entry.ts";
import { postingsOf } from "../../domain/entry/postings.ts";
import { receiptStatement } from "../../domain/entry/receipt.ts";
import { type Finding, findingText } from "../../domain/replay/audit.ts";
import { batchFlaw } from "../../domain/replay/batch-flaw.ts";
import { entryFlaws } from "../../domain/replay/entry-flaws.ts";
import { entriesOf } from "../../domain/replay/replay.ts";
import type { Ledger } from "../../domain/requests.ts";

/** Port: signs with the published key of the service. */
export type ReceiptSigner = (bytes: Uint8Array) => Promise<{ readonly keyId: string; readonly signature: Uint8Array }>;

export interface ReceiptDeps {
  readonly ledger: Pick<Ledger, "batchOf" | "batchesAfter" | "entriesAfter">;
  readonly identities: Pick<Identities, "signingKeys">;
  /** Checks the order of an entry against its signature and the entry. */
  readonly orderFlaw: (entry: Entry) => Promise<string | undefined>;
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
  const { batch, digests } = await provenBatch(transactionId, entry, deps);
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
  };
}

interface ProvenBatch {
  readonly batch: Batch;
  readonly digests: readonly Uint8Array[];
}

/** Reads the batch of an entry, and checks the entry and its order against it. */
async function provenBatch(id: string, entry: Entry, { ledger, orderFlaw }: ReceiptDeps): Promise<ProvenBatch> {
  const { sequence } = entry;
  const place = `entry ${sequence}`;
  const batch = await ledger.batchOf(sequence);
  if (batch === undefined) throw tampered({ place, flaw: "is of no batch" });
  const rows = await entriesOf(ledger, batch);
  const row = rows.find((stored) => stored.sequence === sequence);
  const isItself = row?.id === id && entry.id === id && Buffer.compare(row.bytes, entryBytes(entry)) === 0;
  const flaw =
    (isItself ? undefined : "is not stored under its own id and sequence") ??
    entryFlaws(entry, sequence, batch, postingsOf(entry))[0] ??
    (await orderFlaw(entry));
  if (flaw !== undefined) throw tampered({ place, flaw });
  const digests = rows.map(({ bytes }) => entryDigest(bytes));
  const around = await ledger.batchesAfter(batch.number - 2, 3);
  const at = (number: number) => around.find((one) => one.number === number);
  const chainFlaw = batchFlaw(batch, { before: at(batch.number - 1), after: at(batch.number + 1) }, digests);
  if (chainFlaw !== undefined) throw tampered({ place: `batch ${batch.number}`, flaw: chainFlaw });
  return { batch, digests };
}

function tampered(finding: Finding): Error {
  return new Error(`no receipt is signed: ${findingText(finding)}; run \`platonic ledger check\``);
}
