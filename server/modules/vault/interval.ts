/** A key is used for new work for 30 days (specification, "Security rules"), in milliseconds. */
export const rotationIntervalMs = 2_592_000_000;

/**
 * Whether a key of this age is due to be replaced. One from further than the interval in the future is, too: the clock
 * was wrong when it was made, and it would else stay in use until then.
 */
export function isDue(createdAt: Date, now: number): boolean {
  return Math.abs(now - createdAt.getTime()) >= rotationIntervalMs;
}
