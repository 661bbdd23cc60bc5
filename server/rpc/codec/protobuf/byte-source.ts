import { BinaryReader } from "@bufbuild/protobuf/wire";
import type { DoubleReader } from "./double-reader.ts";

/**
 * Bytes of a message that is being read. Frequent types are read here, rare ones by the library's reader at the same
 * offset. As in the library, a value may extend past the end of the message that holds it.
 */
export class ByteSource {
  readonly bytes: Uint8Array;
  at = 0;
  /** Number of messages that enclose the offset. */
  depth = 0;
  readonly #doubles: DoubleReader;
  #rare: BinaryReader | undefined;

  constructor(bytes: Uint8Array, doubles: DoubleReader) {
    this.bytes = bytes;
    this.#doubles = doubles;
  }

  /** Reads a field's number and wire type, as one number. */
  tag(): number {
    const { bytes, at } = this;
    const first = bytes[at] as number;
    if (first > 7 && first < 0x80 && (first & 7) < 6) {
      this.at = at + 1;
      return first;
    }
    return this.rare((reader) => {
      const [number, wireType] = reader.tag();
      return ((number << 3) | wireType) >>> 0;
    });
  }

  /** Reads an unsigned integer of 32 bits; higher bits are dropped. */
  integer(): number {
    const { bytes, at } = this;
    const first = bytes[at] as number;
    if (first < 0x80) {
      this.at = at + 1;
      return first;
    }
    const second = bytes[at + 1] as number;
    if (second < 0x80) {
      this.at = at + 2;
      return (first & 0x7f) | (second << 7);
    }
    return this.rare((reader) => reader.uint32());
  }

  bool(): boolean {
    const first = this.bytes[this.at] as number;
    if (first < 0x80) {
      this.at++;
      return first !== 0;
    }
    return this.rare((reader) => reader.bool());
  }

  double(): number {
    const { bytes, at } = this;
    if (at + 8 > bytes.length) throw new RangeError("a number extends past the end");
    this.at = at + 8;
    return this.#doubles.read(bytes, at);
  }

  /** Reads `length` bytes of doubles and appends them to the list; returns a new list if it was empty. */
  doubles(length: number, before: number[]): number[] {
    const { bytes, at } = this;
    const count = Math.ceil(length / 8);
    const end = at + count * 8;
    if (end > bytes.length) throw new RangeError("a list extends past the end");
    this.at = end;
    if (before.length > 0) {
      for (let from = at; from < end; from += 8) before.push(this.#doubles.read(bytes, from));
      return before;
    }
    // Allocated in its final size: growing would cost more than reading.
    const list = new Array<number>(count);
    if (count <= fewDoubles) {
      for (let i = 0; i < count; i++) list[i] = this.#doubles.read(bytes, at + i * 8);
      return list;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = 0; i < count; i++) list[i] = view.getFloat64(at + i * 8, true);
    return list;
  }

  /** Reads with the library's reader. */
  rare<T>(read: (reader: BinaryReader) => T): T {
    this.#rare ??= new BinaryReader(this.bytes);
    const reader = this.#rare;
    reader.pos = this.at;
    const value = read(reader);
    this.at = reader.pos;
    return value;
  }
}

/** Number of doubles from which a `DataView` pays off. */
const fewDoubles = 8;
