import { sha256 } from "../../../../core/sha256.ts";

/** The Merkle tree of many orders. */
export interface OrderTree {
  /** What is signed for all of them at once. */
  readonly root: Uint8Array;
  /**
   * What each order is kept with: the signature of the root, then the order's place, the number of orders (both four
   * bytes, the highest first), and its neighbours on the way to the root.
   */
  signatures(signature: Uint8Array): Uint8Array[];
}

/** The tree of RFC 6962, section 2.1, with SHA-256: by it each order can be shown to be signed without the others. */
export function orderTree(orders: readonly Uint8Array[]): OrderTree {
  const levels = [orders.map(leafOf)];
  for (let top = levels[0] as Uint8Array[]; top.length > 1; levels.push(top)) top = levelAbove(top);
  return {
    root: levels.at(-1)?.[0] ?? sha256(""),
    signatures: (signature) => orders.map((_, index) => signatureOf(index, levels, signature)),
  };
}

/** The root of the tree of many orders. */
export function orderRoot(orders: readonly Uint8Array[]): Uint8Array {
  return orderTree(orders).root;
}

/** What each of many orders is kept with, whose root has this signature. */
export function treeSignatures(orders: readonly Uint8Array[], signature: Uint8Array): Uint8Array[] {
  return orderTree(orders).signatures(signature);
}

function signatureOf(index: number, levels: readonly (readonly Uint8Array[])[], signature: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(signature.length + 8 + nodeLength * (levels.length - 1));
  bytes.set(signature);
  let end = bytes.writeUInt32BE(index, signature.length);
  end = bytes.writeUInt32BE(levels[0]?.length ?? 0, end);
  for (const [height, level] of levels.entries()) {
    const neighbour = level[(index >>> height) ^ 1];
    // The top has none, and a node that goes up as it is has none there.
    if (neighbour === undefined) continue;
    bytes.set(neighbour, end);
    end += nodeLength;
  }
  return bytes.subarray(0, end);
}

/**
 * The root and its signature from one order and what it is kept with; undefined when these are not of such a form.
 */
export function rootOf(
  order: Uint8Array,
  kept: Uint8Array,
): { readonly root: Uint8Array; readonly signature: Uint8Array } | undefined {
  if (kept.length < headLength || (kept.length - headLength) % nodeLength !== 0) return undefined;
  const head = Buffer.from(kept.buffer, kept.byteOffset, headLength);
  let index = head.readUInt32BE(signatureLength);
  let count = head.readUInt32BE(signatureLength + 4);
  if (index >= count) return undefined;
  let node = leafOf(order);
  let at = headLength;
  for (; count > 1; count = Math.ceil(count / 2), index >>>= 1) {
    if ((index ^ 1) >= count) continue;
    const neighbour = kept.subarray(at, at + nodeLength);
    node = index % 2 === 0 ? nodeOf(node, neighbour) : nodeOf(neighbour, node);
    at += nodeLength;
  }
  return at === kept.length ? { root: node, signature: kept.subarray(0, signatureLength) } : undefined;
}

const signatureLength = 64;
const headLength = signatureLength + 8;
const nodeLength = 32;

/** A node without a neighbour goes up as it is. */
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
