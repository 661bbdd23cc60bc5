/** What an envelope is by its number. */
export type Arrival = "new" | "known" | "unnumbered";

/**
 * The numbers of the envelopes that came in. Within a connection none is lost, and after a reconnection the other side
 * sends again what it does not know us to have, but not what was meant for the earlier connection alone: so numbers rise,
 * and may leave some out.
 */
export class Incoming {
  #last = 0n;

  /** The highest so far. */
  get last(): bigint {
    return this.#last;
  }

  take(seq: bigint): Arrival {
    if (seq === 0n) return "unnumbered";
    if (seq <= this.#last) return "known";
    this.#last = seq;
    return "new";
  }
}
