import { BinaryReader } from "@bufbuild/protobuf/wire";
import type { DoubleReader } from "./double-reader.ts";

/**
 * Bytes of a message while it is read. What is frequent is read here; what is rare by the library's reader at the same
 * place. What the library tolerates is tolerated: a value may end behind the end of what holds it.
 */
export class ByteSource {
  readonly bytes: Uint8Array;
  at = 0;
  /** How many messages are begun and not ended. */
  depth = 0;
  readonly #doubles: DoubleReader;
  #rare: BinaryReader | undefined;

  constructor(bytes: Uint8Array, doubles: DoubleReader) {
    this.bytes = bytes;
    this.#doubles = doubles;
  }

  /** A field's number and wire type, as one number. */
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

  /** An unsigned integer of 32 bits; higher ones are lost. */
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
    if (at + 8 > bytes.length) throw new RangeError("a number ends behind the end");
    this.at = at + 8;
    return this.#doubles.read(bytes, at);
  }

  /** So many bytes full of doubles, after those of the list: in the list itself, or in a new one if it was empty. */
  doubles(length: number, before: number[]): number[] {
    const { bytes, at } = this;
    const count = Math.ceil(length / 8);
    const end = at + count * 8;
    if (end > bytes.length) throw new RangeError("a list ends behind the end");
    this.at = end;
    if (before.length > 0) {
      for (let from = at; from < end; from += 8) before.push(this.#doubles.read(bytes, from));
      return before;
    }
    // Of its final size at once: growing would cost more than reading.
    const list = new Array<number>(count);
    if (count <= fewDoubles) {
      for (let i = 0; i < count; i++) list[i] = this.#doubles.read(bytes, at + i * 8);
      return list;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = 0; i < count; i++) list[i] = view.getFloat64(at + i * 8, true);
    return list;
  }

  /** Reads by the library. */
  rare<T>(read: (reader: BinaryReader) => T): T {
    this.#rare ??= new BinaryReader(this.bytes);
    const reader = this.#rare;
    reader.pos = this.at;
    const value = read(reader);
    this.at = reader.pos;
    return value;
  }
}

/** A view of the bytes costs as much as reading so many doubles without one. */
const fewDoubles = 8;
