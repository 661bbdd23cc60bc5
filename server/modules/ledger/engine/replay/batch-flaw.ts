import { rootOfEntries } from "../../domain/entry/batch-tree.ts";
import { batchHash, firstPreviousHash } from "../../domain/entry/chain.ts";
import type { EntryDigest } from "../../domain/entry/digests.ts";
import type { Batch } from "../../domain/entry/entry.ts";
import { hashLength } from "../../domain/tree/hashes.ts";

/** The batches around one; `before` is undefined for the first, `after` for the last. */
export interface Neighbours {
  readonly before: Batch | undefined;
  readonly after: Batch | undefined;
}

/** Checks a batch against its entries and its neighbours in the chain. Returns the first flaw, if any. */
export function batchFlaw(
  batch: Batch,
  { before, after }: Neighbours,
  digests: readonly EntryDigest[],
): string | undefined {
  const previous = batch.number === 1 ? firstPreviousHash : before?.hash;
  if (previous === undefined || !isEqual(previous, batch.previousHash)) return "is not chained to the batch before";
  const hash = batchHash(batch.number, batch.previousHash, digests);
  if (!isEqual(hash, batch.hash)) return "its hash is not that of its entries";
  if (batch.tree !== null && !isEqual(rootOfEntries(digests), batch.tree.subarray(0, hashLength))) {
    return "its part of the tree is not that of its entries";
  }
  if (after !== undefined && !isEqual(after.previousHash, batch.hash)) return "the batch after is not chained to it";
  return undefined;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
