/**
 * A time as messages represent it: a plain object, since a message of the library takes several times the memory, and
 * every event has two.
 *
 * @param ms milliseconds since 1970
 */
export function timeOf(ms: number): { seconds: bigint; nanos: number } {
  const seconds = Math.floor(ms / 1_000);
  return { seconds: BigInt(seconds), nanos: (ms - seconds * 1_000) * 1_000_000 };
}
