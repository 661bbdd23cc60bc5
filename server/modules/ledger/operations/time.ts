/**
 * A time as messages represent it. It is no message of its own, which takes as long to make as all else of a small answer.
 *
 * @param ms milliseconds since 1970
 */
export function timeOf(ms: number): { seconds: bigint; nanos: number } {
  const seconds = Math.floor(ms / 1_000);
  return { seconds: BigInt(seconds), nanos: (ms - seconds * 1_000) * 1_000_000 };
}
