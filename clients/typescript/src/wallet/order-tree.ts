import { sha256 } from "../bytes.ts";

/**
 * What is signed for many orders at once: the root of their Merkle tree (RFC 6962, section 2.1, with SHA-256). So each
 * of them can be shown to be signed without the others.
 *
 * @param orders the bytes of each, in their order
 */
export async function orderRoot(orders: readonly Uint8Array[]): Promise<Uint8Array> {
  let level: Uint8Array[] = await Promise.all(orders.map((order) => sha256(Uint8Array.of(0), order)));
  while (level.length > 1) level = await levelAbove(level);
  return level[0] ?? sha256();
}

/** A node without a neighbour goes up as it is. */
function levelAbove(level: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, i) => level.slice(2 * i, 2 * i + 2));
  return Promise.all(
    pairs.map(async ([left, right]) => {
      return right === undefined ? (left as Uint8Array) : sha256(Uint8Array.of(1), left as Uint8Array, right);
    }),
  );
}
