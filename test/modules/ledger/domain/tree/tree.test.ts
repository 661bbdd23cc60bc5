import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  emptyTree,
  type Frontier,
  grown,
  rootOfPeaks,
} from "../../../../../server/modules/ledger/domain/tree/frontier.ts";
import {
  leafHash,
  levelsOf,
  rootBySiblings,
  rootOfLeaves,
  siblingsOf,
} from "../../../../../server/modules/ledger/domain/tree/hashes.ts";
import {
  consistencyPlan,
  inclusionPlan,
  isConsistent,
  proofOf,
  type Subtree,
  type TreeHead,
} from "../../../../../server/modules/ledger/domain/tree/proofs.ts";
import { law } from "../../../../support/laws/law.ts";

const sha256 = (...parts: readonly Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** The leaves of a tree: the number of each as text. */
const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => Buffer.from(`${index}`));

/** MTH of RFC 6962, section 2.1, as it is written there. */
function treeHash(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.of(0), leaves[0] as Uint8Array);
  const k = splitOf(leaves.length);
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

/** PATH of RFC 6962, section 2.1.1. */
function path(m: number, leaves: readonly Uint8Array[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = splitOf(leaves.length);
  if (m < k) return [...path(m, leaves.slice(0, k)), treeHash(leaves.slice(k))];
  return [...path(m - k, leaves.slice(k)), treeHash(leaves.slice(0, k))];
}

/** SUBPROOF of RFC 6962, section 2.1.2. */
function subproof(m: number, leaves: readonly Uint8Array[], isWhole: boolean): Buffer[] {
  if (m === leaves.length) return isWhole ? [] : [treeHash(leaves)];
  const k = splitOf(leaves.length);
  if (m <= k) return [...subproof(m, leaves.slice(0, k), isWhole), treeHash(leaves.slice(k))];
  return [...subproof(m - k, leaves.slice(k), false), treeHash(leaves.slice(0, k))];
}

function splitOf(count: number): number {
  let k = 1;
  while (k * 2 < count) k *= 2;
  return k;
}

/** Roots of the perfect subtrees of a tree that grew leaf by leaf, as its leaves have completed them. */
function grownTo(size: number) {
  const roots = new Map<string, Uint8Array>();
  let frontier: Frontier = emptyTree;
  for (const [index, leaf] of leavesOf(size).entries()) {
    const { completed, ...tree } = grown(frontier, leafHash(leaf));
    roots.set(`0/${index}`, leafHash(leaf));
    for (const [above, root] of completed.entries()) {
      roots.set(`${above + 1}/${(index + 1) / 2 ** (above + 1) - 1}`, root);
    }
    frontier = tree;
  }
  return { frontier, rootOf: ({ level, index }: Subtree) => roots.get(`${level}/${index}`) as Uint8Array };
}

const plain = (hashes: readonly Uint8Array[]) => hashes.map((hash) => Buffer.from(hash).toString("hex"));
const sizes = fc.integer({ min: 1, max: 70 });
const earlierAndLater = fc
  .tuple(sizes, sizes)
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

test("the root of no leaves is the digest of no bytes", () => {
  expect(plain([rootOfLeaves([]), rootOfPeaks([])])).toEqual(plain([sha256(), sha256()]));
});

law("a tree that grows leaf by leaf has the root of the RFC", sizes, (size) => {
  const { frontier } = grownTo(size);
  expect(frontier.size).toBe(size);
  expect(plain([rootOfPeaks(frontier.peaks)])).toEqual(plain([treeHash(leavesOf(size))]));
  expect(plain([rootOfLeaves(leavesOf(size).map(leafHash))])).toEqual(plain([treeHash(leavesOf(size))]));
});

law("an inclusion proof is that of the RFC, and leads to the root", fc.tuple(sizes, fc.nat()), ([size, any]) => {
  const index = any % size;
  const leaves = leavesOf(size);
  const proof = proofOf(inclusionPlan(index, size), grownTo(size).rootOf);
  expect(plain(proof)).toEqual(plain(path(index, leaves)));
  expect(plain(siblingsOf(index, levelsOf(leaves.map(leafHash))))).toEqual(plain(proof));
  const root = rootBySiblings(leafHash(leaves[index] as Buffer), { index, size }, proof) as Uint8Array;
  expect(plain([root])).toEqual(plain([treeHash(leaves)]));
});

law("a consistency proof is that of the RFC, and is accepted", earlierAndLater, ([earlier, size]) => {
  const leaves = leavesOf(size);
  const proof = proofOf(consistencyPlan(earlier, size), grownTo(size).rootOf);
  expect(plain(proof)).toEqual(plain(subproof(earlier, leaves, true)));
  const heads = [earlier, size].map((count) => ({ size: count, root: treeHash(leaves.slice(0, count)) }));
  expect(isConsistent(heads[0] as never, heads[1] as never, proof)).toBe(true);
});

const change = fc.record({ place: fc.nat(), bit: fc.integer({ min: 0, max: 255 }) });

law(
  "a changed proof, root or size is refused",
  fc.tuple(earlierAndLater, change),
  ([[earlier, size], { place, bit }]) => {
    const leaves = leavesOf(size);
    const headOf = (count: number): TreeHead => ({ size: count, root: treeHash(leaves.slice(0, count)) });
    const [before, after] = [headOf(earlier), headOf(size)];
    const proof = subproof(earlier, leaves, true);
    const flipped = (hash: Uint8Array) =>
      Uint8Array.from(hash, (byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
    expect(isConsistent({ ...before, root: flipped(before.root) }, after, proof)).toBe(false);
    expect(isConsistent(before, { ...after, root: flipped(after.root) }, proof)).toBe(false);
    expect(isConsistent(before, after, [...proof, sha256()])).toBe(false);
    expect(isConsistent({ ...before, size: before.size - 1 }, after, proof)).toBe(false);
    if (before.size < after.size) expect(isConsistent(after, before, proof)).toBe(false);
    if (proof.length === 0) return;
    const at = place % proof.length;
    expect(
      isConsistent(
        before,
        after,
        proof.map((hash, index) => (index === at ? flipped(hash) : hash)),
      ),
    ).toBe(false);
    expect(isConsistent(before, after, proof.slice(0, -1))).toBe(false);
  },
);

test("a leaf beyond its tree, and siblings too few or too many, lead to no root", () => {
  const leaves = leavesOf(5);
  const leaf = leafHash(leaves[4] as Buffer);
  const proof = path(4, leaves);
  const rootAt = (index: number, size: number, siblings: readonly Uint8Array[]) =>
    rootBySiblings(leaf, { index, size }, siblings);
  expect(rootAt(4, 5, proof)).toBeDefined();
  for (const [index, size] of [
    [5, 5],
    [-1, 5],
    [0, 0],
    [Number.NaN, 5],
  ] as const) {
    expect(rootAt(index, size, proof)).toBeUndefined();
  }
  expect(rootAt(4, 5, [])).toBeUndefined();
  expect(rootAt(4, 5, [...proof, leaf])).toBeUndefined();
});
