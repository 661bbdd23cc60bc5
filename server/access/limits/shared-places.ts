import type { Places } from "./call-counts.ts";

/** Stands for the number of places taken once the counts are closed. */
const closed = -1;

/**
 * Counts the calls of a principal that are in progress over all threads of this process: all of them, and beside them those
 * of each thread, so that a thread that is lost gives back its places. A thread is never ended between two of its
 * steps on these numbers, since neither calls a function of the program.
 */
export class SharedPlaces implements Places {
  /** All places, and those of each thread. */
  readonly #cells: Int32Array;
  readonly #ownIndex: number;
  waiting = 0;

  constructor(cells: Int32Array, thread: number) {
    this.#cells = cells;
    this.#ownIndex = 1 + thread;
  }

  get taken(): number {
    return Math.max(0, Atomics.load(this.#cells, 0));
  }

  get isClosed(): boolean {
    return Atomics.load(this.#cells, 0) === closed;
  }

  take(placesMax: number): "taken" | "full" | "closed" {
    const cells = this.#cells;
    for (;;) {
      const taken = Atomics.load(cells, 0);
      if (taken === closed) return "closed";
      if (taken >= placesMax) return "full";
      if (Atomics.compareExchange(cells, 0, taken, taken + 1) !== taken) continue;
      Atomics.add(cells, this.#ownIndex, 1);
      return "taken";
    }
  }

  giveBack(): void {
    Atomics.sub(this.#cells, this.#ownIndex, 1);
    Atomics.sub(this.#cells, 0, 1);
  }

  /** Gives back the places of a thread that is lost. */
  giveBackOf(thread: number): void {
    Atomics.sub(this.#cells, 0, Atomics.exchange(this.#cells, 1 + thread, 0));
  }

  /** Lets nobody take a place any more, if none is taken and no call waits here. Returns whether that is so. */
  close(): boolean {
    return this.waiting === 0 && Atomics.compareExchange(this.#cells, 0, 0, closed) === 0;
  }

  /** Lets places be taken again after `close`. */
  reopen(): void {
    Atomics.store(this.#cells, 0, 0);
  }
}
