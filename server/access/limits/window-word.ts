/** Bits of the count in the word of a window. Calls beyond are not counted: 279,000 a second for a minute. */
const countBits = 24n;
export const countLast = 2 ** 24 - 1;
const countMask = (1n << countBits) - 1n;
/** Bits of a word without its count. */
export const endMask = BigInt.asUintN(64, ~countMask);
/** The end of a window is kept modulo 35 years. */
const endsModulus = 2 ** 40;

/** Returns end and count of a window as one word, which threads replace as a whole. The end is in whole milliseconds. */
export function wordOf(endsAtMs: number, count: number): bigint {
  return (BigInt(endsAtMs % endsModulus) << countBits) | BigInt(count);
}

export function countOf(word: bigint): number {
  return Number(word & countMask);
}

/** Returns the end of a window: the moment next to the present one that the word may mean. */
export function endOf(word: bigint, nowMs: number): number {
  const ahead = Number(word >> countBits) - (nowMs % endsModulus);
  if (ahead > endsModulus / 2) return nowMs + ahead - endsModulus;
  return ahead < -endsModulus / 2 ? nowMs + ahead + endsModulus : nowMs + ahead;
}
