import { sha256 } from "../../../../core/sha256.ts";

/** What an order is the same by: SHA-256 of the bytes that were signed. */
export function orderDigest(order: Uint8Array): Uint8Array {
  return sha256(order);
}
