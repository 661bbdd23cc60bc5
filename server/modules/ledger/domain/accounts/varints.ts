/** Bytes that are not those of packed integers; the ledger's check names their place. */
export class UnreadablePacking extends Error {
  override readonly name = "UnreadablePacking";

  /** Returns the error with the place of the bytes, and what an operator does about them. */
  at(place: string): UnreadablePacking {
    return new UnreadablePacking(
      `${place} cannot be read (${this.message}): stop the service and run \`platonic ledger rebuild\``,
      { cause: this },
    );
  }
}

/** Reads packed bytes; an error names their place. @throws UnreadablePacking */
export function readAt<Read>(place: () => string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnreadablePacking ? error.at(place()) : error;
  }
}

/** Writes integers one after the other: 7 bits to a byte, the lowest first (LEB128). */
export class VarintWriter {
  #bytes = Buffer.allocUnsafe(1_024);
  #length = 0;

  /** @param value from 0 to 2^53 - 1 */
  number(value: number): void {
    this.#reserve();
    let left = value;
    for (; left > 127; left = Math.floor(left / 128)) this.#bytes[this.#length++] = (left % 128) | 128;
    this.#bytes[this.#length++] = left;
  }

  /** Writes a signed integer of 64 bits, with its sign in the lowest bit. */
  big(value: bigint): void {
    if (value < numberMax && value > numberMin) {
      const small = Number(value);
      this.number(small < 0 ? -2 * small - 1 : 2 * small);
      return;
    }
    this.#reserve();
    let left = value < 0n ? -2n * value - 1n : 2n * value;
    for (; left > 127n; left >>= 7n) this.#bytes[this.#length++] = Number(left & 127n) | 128;
    this.#bytes[this.#length++] = Number(left);
  }

  /** Appends bytes. */
  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Copies integers from what another writer has written. @throws UnreadablePacking */
  copy(reader: VarintReader, count: number): void {
    for (let left = count; left > 0; ) {
      this.#reserve();
      const byte = reader.byte();
      this.#bytes[this.#length++] = byte;
      if (byte < 128) left--;
    }
  }

  /** Returns a copy of what was written, and begins anew. */
  take(): Uint8Array {
    const written = Uint8Array.prototype.slice.call(this.#bytes, 0, this.#length);
    this.#length = 0;
    return written;
  }

  #reserve(count = integerBytesMax): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * this.#bytes.length + count);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Reads what a `VarintWriter` has written. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #place: number;

  constructor(bytes: Uint8Array, place = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#place = place;
    this.#end = end;
  }

  get place(): number {
    return this.#place;
  }

  get isAtEnd(): boolean {
    return this.#place >= this.#end;
  }

  /** @throws UnreadablePacking */
  number(): number {
    let [value, factor] = [0, 1];
    for (let byte = this.byte(); ; byte = this.byte()) {
      value += (byte & 127) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw new UnreadablePacking("a number has more than 53 bits");
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  /** @throws UnreadablePacking */
  big(): bigint {
    let [low, factor] = [0, 1];
    for (let count = 0; count < 7; count++) {
      const byte = this.byte();
      low += (byte & 127) * factor;
      if (byte < 128) return BigInt(low % 2 === 0 ? low / 2 : -(low + 1) / 2);
      factor *= 128;
    }
    let value = BigInt(low);
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value % 2n === 0n ? value / 2n : -(value + 1n) / 2n;
    }
    throw new UnreadablePacking("an amount has more than 64 bits");
  }

  /** Passes over integers. @throws UnreadablePacking */
  skipIntegers(count: number): void {
    for (let left = count; left > 0; left--) while (this.byte() > 127);
  }

  /** Passes over bytes. @throws UnreadablePacking */
  skip(count: number): void {
    if (this.#place + count > this.#end) throw new UnreadablePacking("they end within a part");
    this.#place += count;
  }

  /** Reads a byte of an integer. @throws UnreadablePacking */
  byte(): number {
    if (this.#place >= this.#end) throw new UnreadablePacking("they end within an integer");
    return this.#bytes[this.#place++] as number;
  }
}

/** Bound of the amounts that are packed as numbers. */
const numberMax = 2n ** 52n;
const numberMin = -numberMax;

const integerBytesMax = 10;
