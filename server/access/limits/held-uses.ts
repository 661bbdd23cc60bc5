import { callsWindowMs } from "../../core/fixed-window/windows.ts";
import { countLast, countOf, endMask, endOf, wordOf } from "./window-word.ts";

/** Facts beside the word, which the main thread writes and others read. */
const [countMaxAt, leftAt] = [0, 1];
const factsOffset = BigUint64Array.BYTES_PER_ELEMENT;
const lowOffset = factsOffset + 2 * Float64Array.BYTES_PER_ELEMENT;

/** Whether a window is open. One that ends too late was begun before the clock was set back. */
export function isOpen(endsAtMs: number, nowMs: number): boolean {
  return nowMs < endsAtMs && endsAtMs <= nowMs + callsWindowMs;
}

/** A use that is taken: what is left beside it, and the end of the window. */
export interface TakenUse {
  readonly held: number;
  readonly endsAtMs: number;
}

/**
 * Uses of a lease that are not made yet. Every thread of this process takes some: the end of the lease and their number are
 * one word, which is only ever replaced as a whole, so that each use is made once or put back once. Only the main thread adds uses
 * and takes them out.
 */
export class HeldUses {
  static readonly bytes = lowOffset + Float64Array.BYTES_PER_ELEMENT;
  readonly #word: BigUint64Array;
  readonly #facts: Float64Array;
  /** Number of uses below which somebody asks for more; 0: somebody has. */
  readonly #low: Int32Array;

  /** @param memory whose first bytes are for it, all 0 before the first lease */
  constructor(memory: ArrayBufferLike = new ArrayBuffer(HeldUses.bytes)) {
    this.#word = new BigUint64Array(memory, 0, 1);
    this.#facts = new Float64Array(memory, factsOffset, 2);
    this.#low = new Int32Array(memory, lowOffset, 1);
  }

  get count(): number {
    return countOf(Atomics.load(this.#word, 0));
  }

  /** Bound of the window that was leased from. */
  get countMax(): number {
    return this.#facts[countMaxAt] as number;
  }

  set countMax(countMax: number) {
    this.#facts[countMaxAt] = countMax;
  }

  /** Uses that no process had taken at the last lease. */
  get left(): number {
    return this.#facts[leftAt] as number;
  }

  /** Returns what is held of a lease that is open, and takes nothing. */
  see(nowMs: number): TakenUse | undefined {
    const word = Atomics.load(this.#word, 0);
    const endsAtMs = endOf(word, nowMs);
    return isOpen(endsAtMs, nowMs) ? { held: countOf(word), endsAtMs } : undefined;
  }

  /** Takes a use; undefined if the lease has none, or is over. */
  take(nowMs: number): TakenUse | undefined {
    for (;;) {
      const word = Atomics.load(this.#word, 0);
      const count = countOf(word);
      const endsAtMs = endOf(word, nowMs);
      if (count === 0 || !isOpen(endsAtMs, nowMs)) return undefined;
      if (Atomics.compareExchange(this.#word, 0, word, word - 1n) === word) return { held: count - 1, endsAtMs };
    }
  }

  /** Whether this thread is the one that has to ask for more, since so few are held. */
  tellsLow(held: number): boolean {
    return held < Atomics.load(this.#low, 0) && Atomics.exchange(this.#low, 0, 0) !== 0;
  }

  /**
   * Holds the uses of a lease, beside those that are held of the same window, or in place of those of an earlier one. Returns the number
   * that was held before, and the one from then on.
   */
  hold(lease: HeldLease): readonly [before: number, held: number] {
    this.#facts[leftAt] = lease.left;
    for (;;) {
      const word = Atomics.load(this.#word, 0);
      const before = countOf(word);
      const held = Math.min(countLast, lease.granted + (lease.isSameWindow ? before : 0));
      if (Atomics.compareExchange(this.#word, 0, word, wordOf(lease.endsAtMs, held)) !== word) continue;
      Atomics.store(this.#low, 0, lease.lowBelow);
      return [before, held];
    }
  }

  /** Takes out all uses; returns their number. */
  takeOut(): number {
    return countOf(Atomics.and(this.#word, 0, endMask));
  }
}

interface HeldLease {
  readonly granted: number;
  readonly left: number;
  readonly endsAtMs: number;
  readonly isSameWindow: boolean;
  /** Number of uses below which a thread asks for more. */
  readonly lowBelow: number;
}
