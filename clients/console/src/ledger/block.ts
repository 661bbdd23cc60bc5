import type { LedgerBatch } from "#contract/admin/v1/ledger_pb.js";
import type { Receipt } from "#contract/wallet/v1/transaction_pb.js";
import { hex, isEqual, joined, sha256, utf8 } from "../../../typescript/src/bytes.ts";
import { BadReceipt, verifyReceipt } from "../../../typescript/src/wallet/receipt.ts";
import { type Entry, readEntry } from "./entry.ts";

/** A batch of the ledger, checked against its own hash. */
export interface Block {
  readonly number: bigint;
  /** Sequence number of its first entry; undefined if unknown. */
  readonly firstSequence: bigint | undefined;
  /** 32 bytes in hexadecimal, like all digests here. */
  readonly previousHash: string;
  readonly hash: string;
  readonly entries: readonly BlockEntry[];
  /** All its flaws. */
  readonly findings: readonly string[];
}

export interface BlockEntry {
  readonly digest: string;
  /** Content; undefined if only the digest is known, because the entry is somebody else's. */
  readonly content: Entry | undefined;
}

const digestLength = 32;

/** Checks a batch with all its entries. Never rejects: flaws are in the findings. */
export async function blockOfBatch(batch: LedgerBatch): Promise<Block> {
  const findings: string[] = [];
  const digests = await Promise.all(batch.entries.map((bytes) => entryDigest(bytes)));
  const entries = batch.entries.map((bytes, index) => {
    return { digest: hex(digests[index] as Uint8Array), content: contentOf(bytes, findings) };
  });
  if (!isEqual(await batchHash(batch.number, batch.previousHash, joined(...digests)), batch.hash)) {
    findings.push("its hash is not that of its entries");
  }
  const expected = batch.entries.map((_, index) => batch.firstSequence + BigInt(index));
  const isInSequence = entries.every(({ content }, at) => content === undefined || content.sequence === expected[at]);
  if (!isInSequence || batch.lastSequence !== expected.at(-1)) findings.push("its entries are not in their sequence");
  const writtenMs = millisecondsOf(batch.writtenAt);
  if (entries.some(({ content }) => content !== undefined && content.timeMs !== writtenMs)) {
    findings.push("its time is not that of its entries");
  }
  const { number, firstSequence } = batch;
  return { number, firstSequence, previousHash: hex(batch.previousHash), hash: hex(batch.hash), entries, findings };
}

/**
 * Checks the batch of a receipt, which has the digests of all entries but the content only of its own, and the
 * service's signature. Never rejects.
 *
 * @param keySet JSON Web Key Set of the service
 */
export async function blockOfReceipt(receipt: Receipt, keySet: unknown): Promise<Block> {
  const findings: string[] = [];
  try {
    await verifyReceipt(receipt, keySet);
  } catch (error) {
    if (!(error instanceof BadReceipt)) throw error;
    findings.push(error.message);
  }
  const own = hex(receipt.entryDigest);
  const content = contentOf(receipt.entry, findings);
  const entries = Array.from({ length: receipt.batchDigests.length / digestLength }, (_, index) => {
    const digest = hex(receipt.batchDigests.subarray(index * digestLength, (index + 1) * digestLength));
    return { digest, content: digest === own ? content : undefined };
  });
  const { batchNumber: number, previousHash, batchHash } = receipt;
  const place = content === undefined ? -1 : entries.findIndex(({ digest }) => digest === own);
  const firstSequence = content === undefined || place < 0 ? undefined : content.sequence - BigInt(place);
  return { number, firstSequence, previousHash: hex(previousHash), hash: hex(batchHash), entries, findings };
}

/** Joins blocks with the same number, whose contents complement each other. */
export function joinBlocks(one: Block, other: Block): Block {
  const findings = [...new Set([...one.findings, ...other.findings])];
  if (one.hash !== other.hash) findings.push("two receipts name different hashes of it");
  const entries = one.entries.map((entry, index) => ({
    ...entry,
    content: entry.content ?? other.entries[index]?.content,
  }));
  return { ...one, entries, findings };
}

/** Relation of a block to the previous known one. */
export type Link = "first" | "linked" | "broken" | "apart";

/** Compares a block with the previous one; `apart` if batches between them, or before it, are unknown. */
export function linkOf(block: Block, before: Block | undefined): Link {
  if (block.number === 1n) return isFirst(block) && before === undefined ? "first" : "broken";
  if (before === undefined) return "apart";
  if (before.number + 1n < block.number) return "apart";
  const isNext = before.number + 1n === block.number && before.hash === block.previousHash;
  return isNext && isGapless(before, block) ? "linked" : "broken";
}

function isFirst({ previousHash, firstSequence = 1n }: Block): boolean {
  return /^0{64}$/.test(previousHash) && firstSequence === 1n;
}

/** Whether the entries of a block follow those of the previous block, as far as their numbers are known. */
function isGapless(before: Block, { firstSequence }: Block): boolean {
  if (firstSequence === undefined || before.firstSequence === undefined) return true;
  return before.firstSequence + BigInt(before.entries.length) === firstSequence;
}

function contentOf(bytes: Uint8Array, findings: string[]): Entry | undefined {
  try {
    return readEntry(bytes);
  } catch (error) {
    findings.push(`an entry cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}

function millisecondsOf(at: LedgerBatch["writtenAt"]): number {
  return at === undefined ? 0 : Number(at.seconds) * 1_000 + at.nanos / 1e6;
}

function entryDigest(bytes: Uint8Array): Promise<Uint8Array> {
  return sha256(utf8("platonic ledger entry v1"), bytes);
}

function batchHash(number: bigint, previousHash: Uint8Array, digests: Uint8Array): Promise<Uint8Array> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, number);
  return sha256(utf8("platonic ledger batch v1"), bytes, previousHash, digests);
}
