/** Longest delay of a timer in ms, 24 days: a longer one would end at once. */
export const timeoutMsMax = 2_147_483_647;

/**
 * Returns a timeout that timers and headers can keep: a whole number of ms, at most 24 days.
 *
 * @throws RangeError for zero, a negative number and NaN, which would end everything at once
 */
export function timeoutOf(name: string, ms: number): number {
  if (!(ms > 0)) throw new RangeError(`\`${name}\` is a time in ms above 0, unlike ${ms}`);
  return Math.min(Math.ceil(ms), timeoutMsMax);
}
