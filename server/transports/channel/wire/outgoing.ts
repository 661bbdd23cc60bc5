import { limits } from "../../../core/limits.ts";

interface Kept {
  readonly seq: bigint;
  readonly bytes: Uint8Array;
}

/**
 * The numbers of one direction's envelopes, and those envelopes that the other side has not confirmed. They are kept
 * within bounds: a channel of which one was lost goes on, but cannot be resumed before it.
 */
export class Outgoing {
  #last = 0n;
  /** Up to here nothing is kept any more. */
  #gone = 0n;
  #kept: Kept[] = [];
  #keptBytes = 0;

  /** The number of the next envelope, which `keep` is to be told. */
  next(): bigint {
    this.#last += 1n;
    return this.#last;
  }

  keep(seq: bigint, bytes: Uint8Array): void {
    this.#kept.push({ seq, bytes });
    this.#keptBytes += bytes.length;
    let excess = 0;
    while (
      this.#keptBytes > limits.channelKeptBytesMax ||
      this.#kept.length - excess > limits.channelKeptEnvelopesMax
    ) {
      this.#keptBytes -= (this.#kept[excess] as Kept).bytes.length;
      excess += 1;
    }
    this.#drop(excess);
  }

  /** The other side has everything up to this. False: it never was sent. */
  confirm(ack: bigint): boolean {
    if (ack > this.#last) return false;
    let confirmed = 0;
    for (const { seq, bytes } of this.#kept) {
      if (seq > ack) break;
      this.#keptBytes -= bytes.length;
      confirmed += 1;
    }
    this.#drop(confirmed);
    return true;
  }

  /** What came after this, in its order. Undefined when some of it is kept no more, or it never was sent. */
  after(seq: bigint): Uint8Array[] | undefined {
    if (seq > this.#last || seq < this.#gone) return undefined;
    return this.#kept.filter((one) => one.seq > seq).map(({ bytes }) => bytes);
  }

  /** Bytes that are kept. */
  get keptBytes(): number {
    return this.#keptBytes;
  }

  #drop(count: number): void {
    if (count === 0) return;
    this.#gone = (this.#kept[count - 1] as Kept).seq;
    this.#kept.splice(0, count);
  }
}
