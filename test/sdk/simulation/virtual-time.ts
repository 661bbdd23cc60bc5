/** Time that goes by as fast as what happens in it can be worked. What is due at the same time keeps its order. */
export class VirtualTime {
  nowMs = 0;
  #events: { readonly atMs: number; readonly act: () => void }[] = [];

  after(ms: number, act: () => void): void {
    const event = { atMs: this.nowMs + Math.max(0, ms), act };
    let place = this.#events.length;
    while (place > 0 && (this.#events[place - 1] as typeof event).atMs > event.atMs) place -= 1;
    this.#events.splice(place, 0, event);
  }

  /** False when nothing is to come before the end. */
  step(endMs: number): boolean {
    const next = this.#events[0];
    if (next === undefined || next.atMs > endMs) return false;
    this.#events.shift();
    this.nowMs = next.atMs;
    next.act();
    return true;
  }
}
