import { sha256, sha256Joined } from "../../../../core/sha256.ts";

/** Bytes of a hash. */
export const hashLength = 32;

/** Returns the hash of a leaf (RFC 6962, section 2.1). */
export function leafHash(data: Uint8Array): Uint8Array {
  return sha256Joined(leafPrefix, data);
}

/** Returns the hash of a node (RFC 6962, section 2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256Joined(nodePrefix, left, right);
}

/** Returns the levels of the tree of leaves, given by their hashes: the leaves first, its root alone last. */
export function levelsOf(leaves: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const levels = [leaves];
  for (let top = leaves; top.length > 1; levels.push(top)) top = levelAbove(top);
  return levels;
}

/** Returns the root of the tree of leaves, given by their hashes. */
export function rootOfLeaves(leaves: readonly Uint8Array[]): Uint8Array {
  return levelsOf(leaves).at(-1)?.[0] ?? sha256("");
}

/** Returns the siblings on the way from a leaf to the root. */
export function siblingsOf(index: number, levels: readonly (readonly Uint8Array[])[]): Uint8Array[] {
  // The root has no sibling, and neither has a node that is promoted unchanged.
  return levels.flatMap((level, height) => level[(index >>> height) ^ 1] ?? []);
}

/** Computes the root from a leaf and its siblings; undefined if these are too few or too many. */
export function rootBySiblings(
  leaf: Uint8Array,
  { index, size }: { readonly index: number; readonly size: number },
  siblings: readonly Uint8Array[],
): Uint8Array | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  let [node, used, place] = [leaf, 0, index];
  for (let count = size; count > 1; count = Math.ceil(count / 2)) {
    const isRight = place % 2 === 1;
    if (isRight || place + 1 < count) {
      const sibling = siblings[used++];
      if (sibling === undefined) return undefined;
      node = isRight ? nodeHash(sibling, node) : nodeHash(node, sibling);
    }
    place = Math.floor(place / 2);
  }
  return used === siblings.length ? node : undefined;
}

/** Splits hashes that are stored one after the other. The last part is shorter if the bytes are not a multiple of a hash's. */
export function hashesIn(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / hashLength);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * hashLength, (index + 1) * hashLength));
}

/** Returns the next level. A node without a sibling is promoted unchanged. */
function levelAbove(level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const [left, right] = [level[i] as Uint8Array, level[i + 1]];
    above.push(right === undefined ? left : nodeHash(left, right));
  }
  return above;
}

const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);
