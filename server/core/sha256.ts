import { hash } from "node:crypto";

/**
 * Returns the 32 bytes of SHA-256, converted from a string: a Buffer returned by node:crypto has its own memory, which
 * takes longer to allocate and free than a short input takes to hash.
 */
export function sha256(input: Uint8Array | string): Buffer {
  return Buffer.from(hash("sha256", input, "binary"), "latin1");
}

/** Returns the SHA-256 of parts, one after the other. Short ones are joined in memory that every call uses again. */
export function sha256Joined(first: Uint8Array, second: Uint8Array, third: Uint8Array = nothing): Buffer {
  const length = first.length + second.length + third.length;
  if (length > joined.length) return sha256(Buffer.concat([first, second, third]));
  joined.set(first);
  joined.set(second, first.length);
  joined.set(third, first.length + second.length);
  views[length] ??= joined.subarray(0, length);
  return sha256(views[length]);
}

const nothing = new Uint8Array();
const joined = Buffer.alloc(4_096);

/** Beginnings of that memory, by length. */
const views: Buffer[] = [];
