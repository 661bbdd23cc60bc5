/** Buffers below this size are left to the garbage collector. */
export const releasedBytesMin = 4096;

/**
 * Frees the memory of bytes that nobody reads again; their length is 0 afterwards. Small ones, and those that share
 * their buffer with others, are left to the garbage collector.
 *
 * V8 collects the whole heap, not only new objects, whenever 64 MiB of buffers have been allocated since the last time.
 * A few large requests per second are enough for that, and small requests would wait for each of these collections.
 */
export function releaseBytes(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (bytes.length < releasedBytesMin || bytes.length !== buffer.byteLength) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
