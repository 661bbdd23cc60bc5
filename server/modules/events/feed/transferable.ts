/** Several byte strings in one separate buffer: posting a view to another thread copies its whole buffer. */
export interface Packed {
  readonly bytes: Uint8Array;
  /** End offset of each byte string. */
  readonly ends: readonly number[];
}

export function pack(parts: readonly Uint8Array[]): Packed {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  const ends = parts.map((part) => {
    bytes.set(part, end);
    end += part.length;
    return end;
  });
  return { bytes, ends };
}

export function unpack({ bytes, ends }: Packed): Uint8Array[] {
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}
