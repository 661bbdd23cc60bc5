import { leafHash, rootBySiblings } from "../tree/hashes.ts";
import type { TreeHead } from "../tree/proofs.ts";
import type { BatchHash, EntryDigest } from "./digests.ts";

/** Proof that an entry is in the tree of the batches up to its own, whose leaf is the last. */
export interface Inclusion {
  /** Index of the entry in its batch, from 0. */
  readonly index: number;
  /** Number of entries of the batch. */
  readonly entries: number;
  /** Siblings on the way from the entry to the root of its batch. */
  readonly entryPath: readonly Uint8Array[];
  /** Siblings on the way from the batch to the root of the tree. */
  readonly batchPath: readonly Uint8Array[];
  readonly head: TreeHead;
}

/** Whether a proof leads from an entry, by its batch, to the head that it names. */
export function isIncluded(digest: EntryDigest, hash: BatchHash, inclusion: Inclusion): boolean {
  const { index, entries, entryPath, batchPath, head } = inclusion;
  const entriesRoot = rootBySiblings(leafHash(digest), { index, size: entries }, entryPath);
  if (entriesRoot === undefined) return false;
  const leaf = leafHash(Buffer.concat([hash, entriesRoot]));
  const root = rootBySiblings(leaf, { index: head.size - 1, size: head.size }, batchPath);
  return root !== undefined && Buffer.compare(root, head.root) === 0;
}
