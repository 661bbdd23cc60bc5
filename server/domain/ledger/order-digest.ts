import { hash } from "node:crypto";

/** What an order is the same by: SHA-256 of the bytes that were signed. */
export function orderDigest(order: Uint8Array): Uint8Array {
  return hash("sha256", order, "buffer");
}
