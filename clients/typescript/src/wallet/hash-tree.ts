import { sha256 } from "@noble/hashes/sha2.js";
import { isEqual, joined } from "../bytes.ts";

/** Bytes of a hash. */
export const hashLength = 32;

/** Returns the hash of a leaf (RFC 6962, section 2.1). Web Cryptography takes five times as long for so few bytes. */
export function leafHash(data: Uint8Array): Uint8Array {
  return sha256(joined(Uint8Array.of(0), data));
}

/** Returns the hash of a node (RFC 6962, section 2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(joined(Uint8Array.of(1), left, right));
}

/**
 * Computes the root of a tree from a leaf and its siblings. Returns undefined if these are too few or too many.
 *
 * @param index of the leaf, from 0
 * @param size number of leaves
 * @param siblings hashes on the way to the root, one after the other
 */
export function rootBySiblings(
  leaf: Uint8Array,
  index: number,
  size: number,
  siblings: Uint8Array,
): Uint8Array | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  let [node, place, at] = [leaf, 0, index];
  for (let count = size; count > 1; count = Math.ceil(count / 2), at = Math.floor(at / 2)) {
    const isRight = at % 2 === 1;
    // A node without a sibling is promoted unchanged.
    if (!isRight && at + 1 >= count) continue;
    const sibling = siblings.subarray(place, place + hashLength);
    if (sibling.length < hashLength) return undefined;
    node = isRight ? nodeHash(sibling, node) : nodeHash(node, sibling);
    place += hashLength;
  }
  return place === siblings.length ? node : undefined;
}

/** Head of the tree of a ledger's batches. */
export interface TreeHead {
  /** Number of leaves. */
  readonly size: bigint;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

/**
 * Tells whether a proof of the service shows that the ledger was only added to between two heads (RFC 9162, section
 * 2.1.4.2). Heads come from `GetLedgerHead`, or from verified receipts.
 *
 * @param proof `consistency` of the answer for the later head since the earlier one
 */
export function isConsistent(earlier: TreeHead, later: TreeHead, proof: Uint8Array): boolean {
  if (earlier.size < 1n || earlier.size > later.size || proof.length % hashLength !== 0) return false;
  if (earlier.size === later.size) return proof.length === 0 && isEqual(earlier.root, later.root);
  let [place, last] = [earlier.size - 1n, later.size - 1n];
  const up = () => {
    [place, last] = [place >> 1n, last >> 1n];
  };
  while (place % 2n === 1n) up();
  // A tree of 2^n leaves is itself the subtree from which both roots follow.
  const isWhole = place === 0n;
  if (!isWhole && proof.length === 0) return false;
  let before = isWhole ? earlier.root : proof.subarray(0, hashLength);
  let after = before;
  for (let at = isWhole ? 0 : hashLength; at < proof.length; at += hashLength) {
    if (last === 0n) return false;
    const hash = proof.subarray(at, at + hashLength);
    if (place % 2n === 1n || place === last) {
      [before, after] = [nodeHash(hash, before), nodeHash(hash, after)];
      while (place % 2n === 0n && place !== 0n) up();
    } else {
      after = nodeHash(after, hash);
    }
    up();
  }
  return last === 0n && isEqual(before, earlier.root) && isEqual(after, later.root);
}
