import { sha256 } from "../../../../core/sha256.ts";
import { nodeHash } from "./hashes.ts";

/** The state of a tree to which leaves are added. */
export interface Frontier {
  /** Number of leaves. */
  readonly size: number;
  /** Roots of its perfect subtrees, the largest first: one for each bit of the size that is 1. */
  readonly peaks: readonly Uint8Array[];
}

export const emptyTree: Frontier = { size: 0, peaks: [] };

/** A tree with one leaf more. */
export interface Grown extends Frontier {
  /** Roots of the subtrees that the leaf completes: of 2 leaves, of 4, and so on. */
  readonly completed: readonly Uint8Array[];
}

/** Adds a leaf, given by its hash. */
export function grown({ size, peaks }: Frontier, leaf: Uint8Array): Grown {
  const left = [...peaks];
  const completed: Uint8Array[] = [];
  let peak = leaf;
  for (let count = size; count % 2 === 1; count = (count - 1) / 2) {
    peak = nodeHash(left.pop() as Uint8Array, peak);
    completed.push(peak);
  }
  return { size: size + 1, peaks: [...left, peak], completed };
}

/** Returns the root of a tree, which the RFC calls its tree head. */
export function rootOfPeaks(peaks: readonly Uint8Array[]): Uint8Array {
  if (peaks.length === 0) return sha256("");
  return peaks.reduceRight((right, left) => nodeHash(left, right));
}
