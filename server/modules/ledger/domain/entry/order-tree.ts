import { sha256 } from "../../../../core/sha256.ts";

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
  const levels = [orders.map(leafOf)];
  for (let top = levels[0] as Uint8Array[]; top.length > 1; levels.push(top)) top = levelAbove(top);
  return {
    root: levels.at(-1)?.[0] ?? sha256(""),
    signatures: (signature) => orders.map((_, index) => signatureOf(index, levels, signature)),
    signatureAt: (index, signature) => signatureOf(index, levels, signature),
  };
}

function signatureOf(index: number, levels: readonly (readonly Uint8Array[])[], signature: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(signature.length + 8 + nodeLength * (levels.length - 1));
  bytes.set(signature);
  let end = bytes.writeUInt32BE(index, signature.length);
  end = bytes.writeUInt32BE(levels[0]?.length ?? 0, end);
  for (const [height, level] of levels.entries()) {
    const neighbour = level[(index >>> height) ^ 1];
    // The root has no sibling, and neither has a node that is promoted unchanged.
    if (neighbour === undefined) continue;
    bytes.set(neighbour, end);
    end += nodeLength;
  }
  return bytes.subarray(0, end);
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
  if (stored.length < headLength || (stored.length - headLength) % nodeLength !== 0) return undefined;
  const head = Buffer.from(stored.buffer, stored.byteOffset, headLength);
  const place = { index: head.readUInt32BE(signatureLength), count: head.readUInt32BE(signatureLength + 4) };
  let { index, count } = place;
  if (index >= count) return undefined;
  let node = leafOf(order);
  let at = headLength;
  for (; count > 1; count = Math.ceil(count / 2), index >>>= 1) {
    if ((index ^ 1) >= count) continue;
    const neighbour = stored.subarray(at, at + nodeLength);
    node = index % 2 === 0 ? nodeOf(node, neighbour) : nodeOf(neighbour, node);
    at += nodeLength;
  }
  return at === stored.length ? { root: node, signature: stored.subarray(0, signatureLength), ...place } : undefined;
}

const signatureLength = 64;
const headLength = signatureLength + 8;
const nodeLength = 32;

/** Returns the next level. A node without a sibling is promoted unchanged. */
function levelAbove(level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const [left, right] = [level[i] as Uint8Array, level[i + 1]];
    above.push(right === undefined ? left : nodeOf(left, right));
  }
  return above;
}

function leafOf(order: Uint8Array): Uint8Array {
  return sha256(Buffer.concat([Buffer.of(0), order]));
}

function nodeOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(Buffer.concat([Buffer.of(1), left, right]));
}
