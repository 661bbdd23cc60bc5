import { limits } from "../../../core/limits.ts";

interface Unconfirmed {
  readonly seq: bigint;
  readonly bytes: Uint8Array;
}

/**
 * Numbers of the sent envelopes, and the unconfirmed envelopes. Their bytes and number are bounded: after one was
 * dropped the channel continues, but cannot be resumed from before it.
 */
export class Outgoing {
  #last = 0n;
  /** Highest number that was dropped or confirmed. */
  #dropped = 0n;
  #unconfirmed: Unconfirmed[] = [];
  #unconfirmedBytes = 0;

  /** Returns the number of the next envelope. */
  next(): bigint {
    this.#last += 1n;
    return this.#last;
  }

  /** Keeps an envelope until it is confirmed. */
  retain(seq: bigint, bytes: Uint8Array): void {
    this.#unconfirmed.push({ seq, bytes });
    this.#unconfirmedBytes += bytes.length;
    let excess = 0;
    while (
      this.#unconfirmedBytes > limits.channelUnconfirmedBytesMax ||
      this.#unconfirmed.length - excess > limits.channelUnconfirmedEnvelopesMax
    ) {
      this.#unconfirmedBytes -= (this.#unconfirmed[excess] as Unconfirmed).bytes.length;
      excess += 1;
    }
    this.#drop(excess);
  }

  /** Drops the envelopes that the other side has. Returns false if this number was never sent. */
  confirm(ack: bigint): boolean {
    if (ack > this.#last) return false;
    let confirmed = 0;
    for (const { seq, bytes } of this.#unconfirmed) {
      if (seq > ack) break;
      this.#unconfirmedBytes -= bytes.length;
      confirmed += 1;
    }
    this.#drop(confirmed);
    return true;
  }

  /** Returns the envelopes after a number, in order; undefined if some were dropped or the number was never sent. */
  after(seq: bigint): Uint8Array[] | undefined {
    if (seq > this.#last || seq < this.#dropped) return undefined;
    return this.#unconfirmed.filter((one) => one.seq > seq).map(({ bytes }) => bytes);
  }

  /** Bytes of the unconfirmed envelopes. */
  get unconfirmedBytes(): number {
    return this.#unconfirmedBytes;
  }

  #drop(count: number): void {
    if (count === 0) return;
    this.#dropped = (this.#unconfirmed[count - 1] as Unconfirmed).seq;
    this.#unconfirmed.splice(0, count);
  }
}
