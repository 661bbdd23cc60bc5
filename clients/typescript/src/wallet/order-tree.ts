import { sha256 } from "@noble/hashes/sha2.js";
import { leafHash, nodeHash, rootBySiblings } from "./hash-tree.ts";

/**
 * Computes the root of the Merkle tree of orders (RFC 6962, section 2.1, with SHA-256). It is signed for all orders at
 * once, and the signature can be verified for each without the others.
 *
 * @param orders the bytes of each order
 */
export async function orderRoot(orders: readonly Uint8Array[]): Promise<Uint8Array> {
  let level = orders.map(leafHash);
  while (level.length > 1) level = levelAbove(level);
  return level[0] ?? sha256(new Uint8Array());
}

/** A node without a sibling is promoted unchanged. */
function levelAbove(level: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: Math.ceil(level.length / 2) }, (_, i) => {
    const [left, right] = level.slice(2 * i, 2 * i + 2) as [Uint8Array, Uint8Array | undefined];
    return right === undefined ? left : nodeHash(left, right);
  });
}

/** Length of a signature, and of it with the index and the number of orders after it. */
const [signatureLength, headLength] = [64, 72];

/**
 * Recomputes the root from one order and the signature that the ledger keeps with it: the signature of the root, the
 * index, the number of orders, and the sibling hashes. Returns undefined if it is malformed.
 */
export async function rootOf(
  order: Uint8Array,
  stored: Uint8Array,
): Promise<{ readonly root: Uint8Array; readonly signature: Uint8Array } | undefined> {
  if (stored.length < headLength) return undefined;
  const view = new DataView(stored.buffer, stored.byteOffset, headLength);
  const [index, count] = [view.getUint32(signatureLength), view.getUint32(signatureLength + 4)];
  const root = rootBySiblings(leafHash(order), index, count, stored.subarray(headLength));
  return root && { root, signature: stored.subarray(0, signatureLength) };
}
