import { createHash } from "node:crypto";
import type { RandomBytes } from "../../server/modules/verification/domain/randomness.ts";

/** Returns a generator of bytes determined by the seed: SHA-256 over a counter. */
export function seededBytes(seed: string | number): RandomBytes {
  let counter = 0;
  let left = Buffer.alloc(0);
  return (size) => {
    while (left.length < size) {
      left = Buffer.concat([left, createHash("sha256").update(`${seed}/${counter++}`).digest()]);
    }
    const bytes = left.subarray(0, size);
    left = left.subarray(size);
    return bytes;
  };
}
