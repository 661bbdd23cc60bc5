import { sha256 } from "../bytes.ts";

/**
 * Computes the root of the Merkle tree of orders (RFC 6962, section 2.1, with SHA-256). It is signed for all orders at
 * once, and the signature can be verified for each without the others.
 *
 * @param orders the bytes of each order
 */
export async function orderRoot(orders: readonly Uint8Array[]): Promise<Uint8Array> {
  let level: Uint8Array[] = await Promise.all(orders.map((order) => sha256(Uint8Array.of(0), order)));
  while (level.length > 1) level = await levelAbove(level);
  return level[0] ?? sha256();
}

/** A node without a sibling is promoted unchanged. */
function levelAbove(level: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, i) => level.slice(2 * i, 2 * i + 2));
  return Promise.all(
    pairs.map(async ([left, right]) => {
      return right === undefined ? (left as Uint8Array) : sha256(Uint8Array.of(1), left as Uint8Array, right);
    }),
  );
}
