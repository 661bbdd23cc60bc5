/** Source of random bytes; cryptographic outside of tests. */
export type RandomBytes = (size: number) => Uint8Array;

/** Returns a uniformly distributed integer from 0 to below `bound` (at most 2^32), by rejection sampling. */
export function uniformInteger(bound: number, randomBytes: RandomBytes): number {
  const fair = range - (range % bound);
  for (;;) {
    const bytes = randomBytes(4);
    const drawn = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
    if (drawn < fair) return drawn % bound;
  }
}

const range = 2 ** 32;
