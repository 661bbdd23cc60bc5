/** A piece of a stream. */
export interface Piece {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** Splits a stream into pieces of a fixed size. The last one may be shorter, and is empty for an empty stream. */
export async function* inPieces(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Piece> {
  let piece = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; ) {
      // A full piece is held back until more bytes arrive, since it may be the last.
      if (filled === size) {
        yield { bytes: piece, isLast: false };
        piece = Buffer.allocUnsafe(size);
        filled = 0;
      }
      const taken = bytes.subarray(at, at + size - filled);
      piece.set(taken, filled);
      filled += taken.length;
      at += taken.length;
    }
  }
  yield { bytes: piece.subarray(0, filled), isLast: true };
}
