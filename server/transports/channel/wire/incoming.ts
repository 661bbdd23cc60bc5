/** State of an envelope by its number. */
export type Arrival = "new" | "known" | "unnumbered";

/**
 * Numbers of the envelopes received. They rise, but may skip: a connection loses none, and after a reconnection the other
 * side sends again what was not confirmed, without the envelopes that concerned the earlier connection only.
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
