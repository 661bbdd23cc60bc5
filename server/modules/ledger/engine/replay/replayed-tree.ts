import { planted } from "../../domain/entry/batch-tree.ts";
import type { EntryDigest } from "../../domain/entry/digests.ts";
import type { Batch } from "../../domain/entry/entry.ts";
import { emptyTree, type Frontier } from "../../domain/tree/frontier.ts";
import { leafHash } from "../../domain/tree/hashes.ts";

/** The tree of the batches, as it follows from their entries. */
export class ReplayedTree {
  #frontier: Frontier = emptyTree;
  #isBegun = false;

  /** Adds the next batch; returns how its part of the tree differs from what was written, if it does. */
  flaw({ hash, treeSize, tree }: Batch, digests: readonly EntryDigest[]): string | undefined {
    if (treeSize === 0 && tree === null && !this.#isBegun) {
      this.#frontier = { size: 1, peaks: [leafHash(hash)] };
      return undefined;
    }
    this.#isBegun = true;
    const { batch, frontier } = planted(this.#frontier, hash, digests);
    this.#frontier = frontier;
    const isSame = treeSize === batch.treeSize && tree !== null && Buffer.compare(tree, batch.tree as Uint8Array) === 0;
    return isSame ? undefined : "its part of the tree is not that of its entries";
  }
}
