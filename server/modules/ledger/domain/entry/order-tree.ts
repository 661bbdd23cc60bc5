import { hashesIn, hashLength, leafHash, levelsOf, rootBySiblings, rootOfLeaves, siblingsOf } from "../tree/hashes.ts";

/** The Merkle tree of a list of orders. */
export interface OrderTree {
  /** The hash that is signed for all orders. */
  readonly root: Uint8Array;
  /**
   * The signature stored with each order: the signature of the root, then the index of the order, the number of orders
   * (both four bytes, big-endian), and the siblings on the path to the root.
   */
  signatures(signature: Uint8Array): Uint8Array[];
  /** Returns the one that is stored with the order at an index. */
  signatureAt(index: number, signature: Uint8Array): Uint8Array;
}

/**
 * Builds the tree of RFC 6962, section 2.1, with SHA-256. Its signature can be verified for each order without the
 * others.
 */
export function orderTree(orders: readonly Uint8Array[]): OrderTree {
  const leaves = orders.map(leafHash);
  const levels = levelsOf(leaves);
  return {
    root: levels.at(-1)?.[0] ?? rootOfLeaves(leaves),
    signatures: (signature) => orders.map((_, index) => signatureOf(index, levels, signature)),
    signatureAt: (index, signature) => signatureOf(index, levels, signature),
  };
}

function signatureOf(index: number, levels: readonly (readonly Uint8Array[])[], signature: Uint8Array): Uint8Array {
  const place = Buffer.alloc(8);
  place.writeUInt32BE(index);
  place.writeUInt32BE(levels[0]?.length ?? 0, 4);
  return Buffer.concat([signature, place, ...siblingsOf(index, levels)]);
}

/** A signature of a root, and the position of one order below it. */
export interface SignedPath {
  readonly root: Uint8Array;
  readonly signature: Uint8Array;
  /** Index of the order, and the number of orders. */
  readonly index: number;
  readonly count: number;
}

/**
 * Recomputes the root from an order and its stored signature; undefined if the signature is malformed.
 */
export function rootOf(order: Uint8Array, stored: Uint8Array): SignedPath | undefined {
  if (stored.length < headLength || (stored.length - headLength) % hashLength !== 0) return undefined;
  const head = Buffer.from(stored.buffer, stored.byteOffset, headLength);
  const [index, count] = [head.readUInt32BE(signatureLength), head.readUInt32BE(signatureLength + 4)];
  const root = rootBySiblings(leafHash(order), { index, size: count }, hashesIn(stored.subarray(headLength)));
  return root && { root, signature: stored.subarray(0, signatureLength), index, count };
}

const signatureLength = 64;
const headLength = signatureLength + 8;
