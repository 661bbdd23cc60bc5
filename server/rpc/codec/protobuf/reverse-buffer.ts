const initialBytes = 64 * 1024;

/**
 * A buffer that is written from its end to its start and reused for each message. It grows to the longest. Writers may
 * share it, because each message is written synchronously.
 */
export class ReverseBuffer {
  /** Valid until the next `take`, which may replace it. */
  bytes = Buffer.allocUnsafeSlow(initialBytes);
  #start = initialBytes;

  /** Begins a message, discarding the previous one. */
  clear(): void {
    this.#start = this.bytes.length;
  }

  /** Makes room in front of the bytes written so far, and returns its offset. */
  take(bytes: number): number {
    if (this.#start < bytes) this.#grow(bytes);
    this.#start -= bytes;
    return this.#start;
  }

  /** Bytes of the message so far. */
  get length(): number {
    return this.bytes.length - this.#start;
  }

  /** Returns a copy of the message. */
  copy(): Uint8Array {
    return Buffer.from(this.bytes.subarray(this.#start));
  }

  #grow(bytes: number): void {
    const used = this.length;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, used + bytes));
    this.bytes.copy(larger, larger.length - used, this.#start);
    this.bytes = larger;
    this.#start = larger.length - used;
  }
}
