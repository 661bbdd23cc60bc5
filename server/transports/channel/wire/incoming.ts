/** State of an envelope by its number. */
export type Arrival = "new" | "known" | "unnumbered";

/**
 * Numbers of the received envelopes. They rise, but may skip: a connection loses none, and after a reconnection the
 * other side resends what was not confirmed, except envelopes that concerned only the earlier connection.
 */
export class Incoming {
  #last = 0n;

  /** Highest number so far. */
  get last(): bigint {
    return this.#last;
  }

  receive(seq: bigint): Arrival {
    if (seq === 0n) return "unnumbered";
    if (seq <= this.#last) return "known";
    this.#last = seq;
    return "new";
  }
}
