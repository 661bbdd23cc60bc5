import { sha256 } from "../../../../core/sha256.ts";

/** Identifies an order: SHA-256 of the signed bytes. */
export function orderDigest(order: Uint8Array): Uint8Array {
  return sha256(order);
}
