import { hash } from "node:crypto";

/**
 * SHA-256, 32 bytes. Converted from a string, because a Buffer of node:crypto has memory of its own, which takes longer
 * to allocate and free than a short input takes to hash.
 */
export function sha256(input: Uint8Array | string): Buffer {
  return Buffer.from(hash("sha256", input, "binary"), "latin1");
}
