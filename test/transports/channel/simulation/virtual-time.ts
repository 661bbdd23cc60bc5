interface Event {
  readonly atMs: number;
  readonly act: () => void;
}

/** Virtual time, which jumps from event to event. Events of the same time keep their order. */
export class VirtualTime {
  /** Milliseconds since 1970. */
  nowMs = 1_800_000_000_000;
  readonly #events: Event[] = [];

  /** Calls back once after a delay; returns a function that cancels it. */
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

  /** Runs the next event. Returns false if there is none. */
  step(): boolean {
    const next = this.#events.shift();
    if (next === undefined) return false;
    this.nowMs = next.atMs;
    next.act();
    return true;
  }
}
