/**
 * Returns the bytes in their own buffer, for another thread: a message with a part of a buffer carries the whole of it,
 * with what else is there.
 */
export function withOwnBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isAlone = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
  return isAlone ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
