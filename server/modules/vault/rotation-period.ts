/** Rotation period of keys: 30 days (specification, "Security rules"), in milliseconds. */
export const rotationPeriodMs = 2_592_000_000;

/**
 * Whether a key is due for rotation. A key created further in the future than the interval is due, too: the clock was
 * wrong when it was created, and it would stay in use until then.
 */
export function isDue(createdAt: Date, now: number): boolean {
  return Math.abs(now - createdAt.getTime()) >= rotationPeriodMs;
}
