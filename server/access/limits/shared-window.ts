import { callsWindowMs } from "../../core/fixed-window/windows.ts";
import type { CallWindow } from "./call-window.ts";
import { countLast, countOf, endOf, wordOf } from "./window-word.ts";

/**
 * Counts the calls of a principal over all threads of this process: end and count of the window are one word, which is
 * only ever replaced as a whole. What it tells beside is as this thread last saw the word.
 */
export class SharedCallWindow implements CallWindow {
  readonly #word: BigUint64Array;
  readonly #now: () => number;
  #seenAtMs = Number.NEGATIVE_INFINITY;
  #count = 0;
  endsAtMs = Number.NEGATIVE_INFINITY;

  /** @param word the only element of an array; 0 before the first window */
  constructor(word: BigUint64Array, now: () => number) {
    this.#word = word;
    this.#now = now;
  }

  hasEnded(nowMs: number): boolean {
    return nowMs >= this.endsAtMs || this.endsAtMs > Math.max(nowMs, this.#seenAtMs) + callsWindowMs;
  }

  use(countMax: number, nowMs: number): boolean {
    for (;;) {
      const before = this.#see(nowMs);
      const begins = this.hasEnded(nowMs);
      const count = begins ? 1 : Math.min(this.#count + 1, countLast);
      const endsAtMs = begins ? Math.max(nowMs, this.#seenAtMs) + callsWindowMs : this.endsAtMs;
      if (Atomics.compareExchange(this.#word, 0, before, wordOf(endsAtMs, count)) !== before) continue;
      this.#count = count;
      this.endsAtMs = endsAtMs;
      return count <= countMax;
    }
  }

  remaining(countMax: number): number {
    return Math.max(0, countMax - this.#count);
  }

  used(): number {
    return this.#count;
  }

  refresh(): void {
    this.#see(this.#now());
  }

  async look(): Promise<void> {
    this.refresh();
  }

  /**
   * Reads the word. A window that seems to end too late may have been begun since this thread read the clock; it is
   * read again, so that only a clock that was set back ends such a window.
   */
  #see(nowMs: number): bigint {
    const word = Atomics.load(this.#word, 0);
    this.#count = countOf(word);
    this.#seenAtMs = nowMs;
    // A window that has begun has a count.
    if (this.#count === 0) this.endsAtMs = Number.NEGATIVE_INFINITY;
    else {
      this.endsAtMs = endOf(word, nowMs);
      if (this.endsAtMs > nowMs + callsWindowMs) this.#seenAtMs = this.#now();
    }
    return word;
  }
}
