const firstMs = 250;
const mostMs = 30_000;

/**
 * Milliseconds before the next attempt: anything between nothing and a bound that doubles with each failure, so that
 * those who failed together do not come back together.
 *
 * @param failures since the last success, from 0
 * @param random in [0, 1)
 */
export function backOffMs(failures: number, random: number): number {
  return Math.floor(random * Math.min(mostMs, firstMs * 2 ** Math.min(failures, 16)));
}
