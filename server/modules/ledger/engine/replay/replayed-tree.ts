import { planted } from "../../domain/entry/batch-tree.ts";
import type { EntryDigest } from "../../domain/entry/digests.ts";
import type { Batch } from "../../domain/entry/entry.ts";
import { emptyTree, type Frontier } from "../../domain/tree/frontier.ts";
import { leafHash } from "../../domain/tree/hashes.ts";

/** The tree of the batches, as it follows from their entries. */
export class ReplayedTree {
  #frontier: Frontier = emptyTree;

  /** Adds the next batch; returns how its part of the tree differs from what was written, if it does. */
  flaw({ hash, treeSize, tree }: Batch, digests: readonly EntryDigest[]): string | undefined {
    // A version without a tree has written it, maybe beside this one during an update: the next batch begins a tree.
    if (treeSize === 0 && tree === null) {
      this.#frontier = { size: 1, peaks: [leafHash(hash)] };
      return undefined;
    }
    const { batch, frontier } = planted(this.#frontier, hash, digests);
    this.#frontier = frontier;
    const isSame = treeSize === batch.treeSize && tree !== null && Buffer.compare(tree, batch.tree as Uint8Array) === 0;
    return isSame ? undefined : "its part of the tree is not that of its entries";
  }
}
