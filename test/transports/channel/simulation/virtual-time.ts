interface Event {
  readonly atMs: number;
  readonly act: () => void;
}

/** Time that goes by as fast as what happens in it can be worked. What is due at the same time keeps its order. */
export class VirtualTime {
  /** Milliseconds since 1970. */
  nowMs = 1_800_000_000_000;
  readonly #events: Event[] = [];

  /** Calls once, so much later; answers how to take that back. */
  after(ms: number, act: () => void): () => void {
    const event = { atMs: this.nowMs + Math.max(0, Math.ceil(ms)), act };
    let place = this.#events.length;
    while (place > 0 && (this.#events[place - 1] as Event).atMs > event.atMs) place -= 1;
    this.#events.splice(place, 0, event);
    return () => {
      const at = this.#events.indexOf(event);
      if (at >= 0) this.#events.splice(at, 1);
    };
  }

  /** What is due next happens now. False when nothing is. */
  step(): boolean {
    const next = this.#events.shift();
    if (next === undefined) return false;
    this.nowMs = next.atMs;
    next.act();
    return true;
  }
}
