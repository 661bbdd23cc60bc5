const firstMs = 250;
const mostMs = 30_000;

/**
 * Delay before the next attempt in ms: exponential back-off with full jitter, so that clients that fail together do not
 * retry together.
 *
 * @param failures since the last success, from 0
 * @param random in [0, 1)
 */
export function backOffMs(failures: number, random: number): number {
  return Math.floor(random * Math.min(mostMs, firstMs * 2 ** Math.min(failures, 16)));
}
