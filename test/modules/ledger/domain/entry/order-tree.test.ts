import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { orderRoot as clientsRoot } from "../../../../../clients/typescript/src/wallet/order-tree.ts";
import { orderTree, rootOf } from "../../../../../server/modules/ledger/domain/entry/order-tree.ts";
import { asyncLaw } from "../../../../support/laws/async-law.ts";
import { law } from "../../../../support/laws/law.ts";

const orders = fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 40 });
const signature = Buffer.alloc(64, 7);

/** Merkle tree hash as defined in RFC 6962, section 2.1. */
function treeHash(entries: readonly Uint8Array[]): Buffer {
  const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  if (entries.length === 0) return sha256();
  if (entries.length === 1) return sha256(Buffer.of(0), entries[0] as Uint8Array);
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return sha256(Buffer.of(1), treeHash(entries.slice(0, k)), treeHash(entries.slice(k)));
}

law("the root is that of RFC 6962", orders, (all) => {
  expect(Buffer.from(orderTree(all).root)).toEqual(treeHash(all));
});

asyncLaw("clients compute the same root", orders, async (all) => {
  expect(Buffer.from(await clientsRoot(all))).toEqual(treeHash(all));
});

test("the root of no orders is the digest of no bytes", async () => {
  expect(Buffer.from(orderTree([]).root)).toEqual(treeHash([]));
  expect(Buffer.from(await clientsRoot([]))).toEqual(treeHash([]));
});

law("each order has a proof of the root", orders, (all) => {
  for (const [index, kept] of orderTree(all).signatures(signature).entries()) {
    const found = rootOf(all[index] as Uint8Array, kept);
    expect(Buffer.from(found?.root ?? [])).toEqual(treeHash(all));
    expect(Buffer.from(found?.signature ?? [])).toEqual(signature);
  }
});

const changes = fc.record({ index: fc.nat(), at: fc.nat(), bit: fc.integer({ min: 0, max: 7 }), length: fc.nat(200) });

law("a changed order or proof does not lead to the root", fc.tuple(orders, changes), ([all, change]) => {
  const index = change.index % all.length;
  const order = all[index] as Uint8Array;
  const kept = orderTree(all).signatures(signature)[index] as Uint8Array;
  const root = treeHash(all);
  const longer = Uint8Array.from([...order, change.bit]);
  expect(Buffer.from(rootOf(longer, kept)?.root ?? []).equals(root)).toBe(false);
  const at = 72 + (change.at % Math.max(1, kept.length - 72));
  const other = Uint8Array.from(kept, (byte, place) => (place === at ? byte ^ (1 << change.bit) : byte));
  if (kept.length > 72) expect(Buffer.from(rootOf(order, other)?.root ?? []).equals(root)).toBe(false);
  const cut = kept.subarray(0, change.length % kept.length);
  expect(Buffer.from(rootOf(order, cut)?.root ?? []).equals(root)).toBe(false);
});

test("a stored signature with a proof has exactly one valid form", () => {
  const all = ["a", "b", "c"].map((text) => Buffer.from(text));
  const [order] = all as [Buffer];
  const kept = orderTree(all).signatures(signature)[0] as Uint8Array;
  expect(kept).toHaveLength(64 + 8 + 2 * 32);
  expect(rootOf(order, kept)).toBeDefined();
  for (const length of [0, 63, 71, 73, 103, 135]) expect(rootOf(order, kept.subarray(0, length))).toBeUndefined();
  expect(rootOf(order, Buffer.concat([kept, Buffer.alloc(1)]))).toBeUndefined();
  expect(rootOf(order, Buffer.concat([kept, Buffer.alloc(32)]))).toBeUndefined();
  // The proof of a single order is empty, and its index must be 0 of 1.
  const alone = orderTree([order]).signatures(signature)[0] as Uint8Array;
  expect(alone).toHaveLength(72);
  expect(rootOf(order, alone)?.root).toEqual(orderTree([order]).root);
  const misplaced = Buffer.from(alone);
  misplaced.writeUInt32BE(1, 64);
  expect(rootOf(order, misplaced)).toBeUndefined();
});
