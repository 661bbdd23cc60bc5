import { leafHash, rootOfLeaves } from "../../../server/modules/ledger/domain/tree/hashes.ts";
import {
  consistencyPlan,
  inclusionPlan,
  type ProofPlan,
  proofOf,
  type TreeHead,
} from "../../../server/modules/ledger/domain/tree/proofs.ts";

/** Returns the bytes of so many leaves of a tree: the number of each as text. */
export function leavesOf(size: number): Buffer[] {
  return Array.from({ length: size }, (_, index) => Buffer.from(String(index)));
}

/** Returns the head of the tree of leaves. */
export function headOf(leaves: readonly Uint8Array[]): TreeHead {
  return { size: leaves.length, root: rootOfLeaves(leaves.map(leafHash)) };
}

/** Proves that the tree of leaves begins with one of the first of them. */
export function consistencyOf(earlier: number, leaves: readonly Uint8Array[]): Buffer {
  return hashesOf(consistencyPlan(earlier, leaves.length), leaves);
}

/** Proves that the last leaf is in the tree. */
export function inclusionOfLast(leaves: readonly Uint8Array[]): Buffer {
  return hashesOf(inclusionPlan(leaves.length - 1, leaves.length), leaves);
}

function hashesOf(plan: ProofPlan, leaves: readonly Uint8Array[]): Buffer {
  const hashes = leaves.map(leafHash);
  const rootAt = (first: number, end: number) => rootOfLeaves(hashes.slice(first, end));
  return Buffer.concat(proofOf(plan, ({ level, index }) => rootAt(index * 2 ** level, (index + 1) * 2 ** level)));
}

/** Ways to spoil bytes of hashes. Each is refused wherever hashes are expected. */
export const spoilt: readonly (readonly [name: string, of: (hashes: Buffer) => Buffer])[] = [
  ["changed in its first bit", (hashes) => flipped(hashes, 0)],
  ["changed in its last bit", (hashes) => flipped(hashes, hashes.length - 1)],
  ["without its first hash", (hashes) => hashes.subarray(32)],
  ["without its last hash", (hashes) => hashes.subarray(0, -32)],
  ["without its last byte", (hashes) => hashes.subarray(0, -1)],
  ["with a hash more", (hashes) => Buffer.concat([hashes, hashes.subarray(0, 32)])],
  ["with a byte more", (hashes) => Buffer.concat([hashes, Buffer.of(0)])],
  ["empty", () => Buffer.alloc(0)],
];

/** Changes one bit of bytes. */
export function flipped(bytes: Uint8Array, place: number): Buffer {
  return Buffer.from(bytes.map((byte, index) => (index === place ? byte ^ (place === 0 ? 128 : 1) : byte)));
}
