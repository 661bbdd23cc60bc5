import { sha256 as digest } from "@noble/hashes/sha2.js";
import { joined, sha256 } from "../bytes.ts";

/**
 * Computes the root of the Merkle tree of orders (RFC 6962, section 2.1, with SHA-256). It is signed for all orders at
 * once, and the signature can be verified for each without the others.
 *
 * @param orders the bytes of each order
 */
export async function orderRoot(orders: readonly Uint8Array[]): Promise<Uint8Array> {
  // Web Cryptography answers each hash by a promise of its own, which takes five times as long for so few bytes.
  let level: Uint8Array[] = orders.map((order) => digest(joined(leaf, order)));
  while (level.length > 1) level = levelAbove(level);
  return level[0] ?? digest(new Uint8Array());
}

/** A node without a sibling is promoted unchanged. */
function levelAbove(level: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: Math.ceil(level.length / 2) }, (_, i) => {
    const [left, right] = level.slice(2 * i, 2 * i + 2) as [Uint8Array, Uint8Array | undefined];
    return right === undefined ? left : digest(joined(node, left, right));
  });
}

/** Bytes before a leaf and before the two children of a node (RFC 6962). */
const [leaf, node] = [Uint8Array.of(0), Uint8Array.of(1)];

/** Length of a signature, of the index and the number of orders after it, and of a hash. */
const [signatureLength, headLength, hashLength] = [64, 72, 32];

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
  let [index, count] = [view.getUint32(signatureLength), view.getUint32(signatureLength + 4)];
  if (index >= count) return undefined;
  let root: Uint8Array = await sha256(Uint8Array.of(0), order);
  let place = headLength;
  for (; count > 1; count = Math.ceil(count / 2), index >>>= 1) {
    // A node without a sibling is promoted unchanged.
    if ((index ^ 1) >= count) continue;
    const sibling = stored.subarray(place, place + hashLength);
    root = await sha256(Uint8Array.of(1), ...(index % 2 === 0 ? [root, sibling] : [sibling, root]));
    place += hashLength;
  }
  return place === stored.length ? { root, signature: stored.subarray(0, signatureLength) } : undefined;
}
