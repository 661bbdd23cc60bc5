import { batchOfSubtree, sizeOfTree, subtreeRoots } from "./domain/entry/batch-tree.ts";
import type { Batch } from "./domain/entry/entry.ts";
import type { Ledger } from "./domain/requests.ts";
import { rootOfPeaks } from "./domain/tree/frontier.ts";
import {
  consistencyPlan,
  inclusionPlan,
  type ProofPlan,
  peaksOf,
  proofOf,
  type TreeHead,
} from "./domain/tree/proofs.ts";

type TreeBatches = Pick<Ledger, "lastBatch" | "batchesOf">;

/** Proofs from the tree of the batches of a ledger. */
export interface LedgerTree {
  /** Returns the head of the tree of so many leaves, by default of all, with its last batch. Undefined if there are fewer, or none. */
  head(size?: number): Promise<{ readonly head: TreeHead; readonly batch: Batch } | undefined>;
  /** Proves that the tree of so many leaves begins with an earlier one. Both sizes must be those of heads. */
  consistency(earlier: number, size: number): Promise<Uint8Array[]>;
  /** Proves that a batch is the last leaf of the tree up to it. */
  inclusion(batch: Batch): Promise<{ readonly head: TreeHead; readonly path: readonly Uint8Array[] }>;
}

export function ledgerTree(ledger: TreeBatches): LedgerTree {
  /** Reads the hashes of a proof from the batches that complete its subtrees. */
  async function hashesOf(last: Batch, plan: ProofPlan): Promise<Uint8Array[]> {
    const numbers = new Set(plan.flat().map((subtree) => batchOfSubtree(last, subtree)));
    return proofOf(plan, subtreeRoots(last, await ledger.batchesOf([...numbers])));
  }

  async function headOf(last: Batch, size: number): Promise<TreeHead> {
    const peaks = peaksOf(size).map((peak) => [peak]);
    return { size, root: rootOfPeaks(await hashesOf(last, peaks)) };
  }

  async function lastBatch(): Promise<Batch> {
    const last = await ledger.lastBatch();
    if (last === undefined) throw new Error("the ledger has no batches");
    return last;
  }

  return {
    async head(wanted) {
      const last = await ledger.lastBatch();
      const size = wanted ?? sizeOfTree(last);
      if (last === undefined || size < 1 || size > sizeOfTree(last)) return undefined;
      const [batch] = await ledger.batchesOf([batchOfSubtree(last, { level: 0, index: size - 1 })]);
      return batch && { head: await headOf(last, size), batch };
    },

    consistency: async (earlier, size) => hashesOf(await lastBatch(), consistencyPlan(earlier, size)),

    async inclusion(batch) {
      const path = await hashesOf(batch, inclusionPlan(batch.treeSize - 1, batch.treeSize));
      return { head: await headOf(batch, batch.treeSize), path };
    },
  };
}
