/** Source of that many random bytes; a cryptographic one outside of tests. */
export type RandomBytes = (size: number) => Uint8Array;

/** An integer from 0 to below `bound` (at most 2^32), each equally likely: what would favour some is drawn again. */
export function uniformInteger(bound: number, randomBytes: RandomBytes): number {
  const fair = range - (range % bound);
  for (;;) {
    const bytes = randomBytes(4);
    const drawn = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
    if (drawn < fair) return drawn % bound;
  }
}

const range = 2 ** 32;
