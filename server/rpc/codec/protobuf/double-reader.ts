/** Reads little-endian doubles at any offset, without a `DataView` of the bytes. */
export class DoubleReader {
  readonly #double = new Float64Array(1);
  readonly #octets = new Uint8Array(this.#double.buffer);

  read(bytes: Uint8Array, at: number): number {
    const octets = this.#octets;
    for (let i = 0; i < 8; i++) octets[i] = bytes[at + i] as number;
    return this.#double[0] as number;
  }
}
