import { rootOfPeaks } from "./frontier.ts";
import { nodeHash } from "./hashes.ts";

/** The perfect subtree of the leaves from `index` times 2^`level` on, 2^`level` of them. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

/** Leaves of a tree, which form a subtree of it. */
interface Range {
  readonly first: number;
  readonly end: number;
}

/**
 * A proof, each hash of which is the root of some perfect subtrees: those of its largest part first. Their hashes are those that
 * do not change any more when the tree grows.
 */
export type ProofPlan = readonly (readonly Subtree[])[];

/** Plans the proof that a leaf is in a tree (RFC 6962, section 2.1.1). */
export function inclusionPlan(index: number, size: number): ProofPlan {
  const ranges: Range[] = [];
  let [first, end] = [0, size];
  while (end - first > 1) {
    const middle = first + splitOf(end - first);
    if (index < middle) ranges.push({ first: middle, end });
    else ranges.push({ first, end: middle });
    [first, end] = index < middle ? [first, middle] : [middle, end];
  }
  return ranges.reverse().map(subtreesOf);
}

/** Plans the proof that a tree begins with an earlier one of at least one leaf (RFC 6962, section 2.1.2). */
export function consistencyPlan(earlier: number, size: number): ProofPlan {
  const ranges: Range[] = [];
  let [first, end, isKnown] = [0, size, true];
  while (end > earlier) {
    const middle = first + splitOf(end - first);
    if (earlier <= middle) {
      ranges.push({ first: middle, end });
      end = middle;
    } else {
      ranges.push({ first, end: middle });
      first = middle;
      isKnown = false;
    }
  }
  if (!isKnown) ranges.push({ first, end });
  return ranges.reverse().map(subtreesOf);
}

/** Perfect subtrees of a tree of so many leaves. */
export function peaksOf(size: number): readonly Subtree[] {
  return subtreesOf({ first: 0, end: size });
}

/** Returns the hashes of a proof, given those of its subtrees. */
export function proofOf(plan: ProofPlan, hashOf: (subtree: Subtree) => Uint8Array): Uint8Array[] {
  return plan.map((subtrees) => rootOfPeaks(subtrees.map(hashOf)));
}

/** A head: how many leaves a tree has, and its root. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether a proof shows that a tree begins with an earlier one (RFC 9162, section 2.1.4.2). */
export function isConsistent(earlier: TreeHead, later: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (earlier.size > later.size || earlier.size < 1) return false;
  if (earlier.size === later.size) return proof.length === 0 && isSame(earlier.root, later.root);
  let [place, last] = [earlier.size - 1, later.size - 1];
  const up = () => {
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  };
  while (place % 2 === 1) up();
  // A tree of 2^n leaves is itself the subtree from which both roots follow.
  const [start, ...others] = place === 0 ? [earlier.root, ...proof] : proof;
  if (start === undefined) return false;
  let [before, after] = [start, start];
  for (const hash of others) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      before = nodeHash(hash, before);
      after = nodeHash(hash, after);
      while (place % 2 === 0 && place !== 0) up();
    } else {
      after = nodeHash(after, hash);
    }
    up();
  }
  return last === 0 && isSame(before, earlier.root) && isSame(after, later.root);
}

/** Largest power of 2 below a number above 1. */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

/** Perfect subtrees of a range that begins where a subtree of its size can begin. */
function subtreesOf({ first, end }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = first; at < end; ) {
    let [level, count] = [0, 1];
    while (at + count * 2 <= end) [level, count] = [level + 1, count * 2];
    subtrees.push({ level, index: at / count });
    at += count;
  }
  return subtrees;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
