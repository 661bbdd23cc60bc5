import { emptyTree, type Frontier, grown } from "../tree/frontier.ts";
import { hashLength, leafHash, rootOfLeaves } from "../tree/hashes.ts";
import { peaksOf, type Subtree } from "../tree/proofs.ts";
import type { BatchHash, EntryDigest } from "./digests.ts";
import type { Batch } from "./entry.ts";

/** The tree's part of a batch, and the tree with it. */
interface Planted {
  readonly batch: Pick<Batch, "treeSize" | "tree">;
  readonly frontier: Frontier;
}

/** Adds a batch to the tree of all batches. Its leaf is its hash in the chain, and the root of the tree of its entries. */
export function planted(frontier: Frontier, hash: BatchHash, digests: readonly EntryDigest[]): Planted {
  const root = rootOfEntries(digests);
  const { completed, ...tree } = grown(frontier, leafHash(Buffer.concat([hash, root])));
  return { batch: { treeSize: tree.size, tree: Buffer.concat([root, ...completed]) }, frontier: tree };
}

/** Returns the root of the tree of the entries of a batch. */
export function rootOfEntries(digests: readonly EntryDigest[]): Uint8Array {
  return rootOfLeaves(digests.map(leafHash));
}

/** Returns the bytes of the leaf of a batch. Where a tree was begun after other batches, their last hash is its first leaf. */
export function leafOfBatch({ hash, tree }: Pick<Batch, "hash" | "tree">): Uint8Array {
  return tree === null ? hash : Buffer.concat([hash, tree.subarray(0, hashLength)]);
}

/** The end of the chain, to which the next batch is added. */
export type ChainEnd = Pick<Batch, "number" | "lastSequence" | "hash" | "atMs" | "treeSize">;

/** Number of leaves of the tree of a ledger, given its last batch. */
export function sizeOfTree(last: Pick<Batch, "treeSize"> | undefined): number {
  return last === undefined ? 0 : Math.max(1, last.treeSize);
}

/** Returns the number of the batch that has the root of a subtree, which it completes. */
export function batchOfSubtree(last: Pick<Batch, "number" | "treeSize">, { level, index }: Subtree): number {
  return last.number - sizeOfTree(last) + (index + 1) * 2 ** level;
}

/** Returns the function that returns the root of a subtree, given the batches that complete such. */
export function subtreeRoots(
  last: Pick<Batch, "number" | "treeSize">,
  batches: readonly Pick<Batch, "number" | "hash" | "tree">[],
): (subtree: Subtree) => Uint8Array {
  const byNumber = new Map(batches.map((batch) => [batch.number, batch]));
  return (subtree) => {
    const { level } = subtree;
    const number = batchOfSubtree(last, subtree);
    const batch = byNumber.get(number);
    if (batch === undefined) throw new Error(`batch ${number} is not stored; run \`platonic ledger check\``);
    if (level === 0) return leafHash(leafOfBatch(batch));
    const root = batch.tree?.subarray(level * hashLength, (level + 1) * hashLength);
    if (root?.length === hashLength) return root;
    throw new Error(`batch ${number} lacks the root of its subtree of level ${level}; run \`platonic ledger check\``);
  };
}

/** Numbers of the batches from which the tree follows. */
export function frontierNumbers(last: ChainEnd | undefined): number[] {
  return last === undefined ? [] : peaksOf(sizeOfTree(last)).map((peak) => batchOfSubtree(last, peak));
}

/** Returns the tree, given the batches of those numbers. */
export function frontierFrom(
  last: ChainEnd | undefined,
  batches: readonly Pick<Batch, "number" | "hash" | "tree">[],
): Frontier {
  if (last === undefined) return emptyTree;
  const size = sizeOfTree(last);
  return { size, peaks: peaksOf(size).map(subtreeRoots(last, batches)) };
}
