import { hash } from "node:crypto";

/**
 * SHA-256, 32 bytes. By way of a text: a Buffer of node:crypto has memory of its own, which takes longer to get
 * and to give back than a short input does to be hashed.
 */
export function sha256(input: Uint8Array | string): Buffer {
  return Buffer.from(hash("sha256", input, "binary"), "latin1");
}
