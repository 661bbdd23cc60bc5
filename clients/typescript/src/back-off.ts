const firstMs = 250;
const mostMs = 30_000;

/**
 * Returns the delay before the next connection in ms: exponential back-off with full jitter, so that clients that fail
 * together do not reconnect together.
 *
 * @param failures since the last success, from 0
 * @param random in [0, 1)
 */
export function backOffMs(failures: number, random: number): number {
  return Math.floor(random * Math.min(mostMs, firstMs * 2 ** Math.min(failures, 16)));
}

const firstRepetitionMs = 100;

/**
 * Returns the delay before a call is repeated in ms: a random part, from half to whole, of 100 ms after the first
 * failure and twice as much after each further one, up to 30 s.
 *
 * @param failures since the last success, from 0
 * @param random in [0, 1)
 */
export function repetitionMs(failures: number, random: number): number {
  return Math.floor(((1 + random) / 2) * Math.min(mostMs, firstRepetitionMs * 2 ** Math.min(failures, 16)));
}
