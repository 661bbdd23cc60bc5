import { hash } from "node:crypto";

/**
 * Returns the 32 bytes of SHA-256, converted from a string: a Buffer returned by node:crypto has its own memory, which
 * takes longer to allocate and free than a short input takes to hash.
 */
export function sha256(input: Uint8Array | string): Buffer {
  return Buffer.from(hash("sha256", input, "binary"), "latin1");
}
