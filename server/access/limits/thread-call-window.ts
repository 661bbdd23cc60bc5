import type { CallWindow } from "./call-window.ts";
import { type HeldUses, isOpen } from "./held-uses.ts";

/** Answer of the main thread to a thread that wants a use. */
export interface ToldUse {
  readonly isWithin: boolean;
  readonly endsAtMs: number;
  readonly remaining: number;
}

/** The main thread's window of a principal, for another thread. */
export interface MainWindow {
  use(countMax: number): Promise<ToldUse>;
  /** Tells that few uses are held. */
  tellLow(): void;
}

/**
 * Counts the calls of a principal in a thread of a process that leases them: takes uses that the process holds, and asks the main
 * thread where there are none. What it tells beside is as this thread last saw it.
 */
export class ThreadCallWindow implements CallWindow {
  readonly #held: HeldUses;
  readonly #main: MainWindow;
  readonly #now: () => number;
  #remaining = 0;
  endsAtMs = Number.NEGATIVE_INFINITY;

  constructor(held: HeldUses, main: MainWindow, now: () => number) {
    this.#held = held;
    this.#main = main;
    this.#now = now;
  }

  hasEnded(nowMs: number): boolean {
    return !isOpen(this.endsAtMs, nowMs);
  }

  use(countMax: number, nowMs: number): boolean | Promise<boolean> {
    // After a change of the bound, a lease of the earlier one is not used.
    const taken = this.#held.countMax === countMax ? this.#held.take(nowMs) : undefined;
    if (taken === undefined) return this.#useOfMain(countMax);
    this.#note(taken.endsAtMs, taken.held + this.#held.left);
    if (this.#held.tellsLow(taken.held)) this.#main.tellLow();
    return true;
  }

  remaining(): number {
    return this.#remaining;
  }

  used(countMax: number): number {
    return Math.max(0, countMax - this.#remaining);
  }

  refresh(): void {
    const seen = this.#held.see(this.#now());
    if (seen !== undefined) this.#note(seen.endsAtMs, seen.held + this.#held.left);
  }

  async #useOfMain(countMax: number): Promise<boolean> {
    const { isWithin, endsAtMs, remaining } = await this.#main.use(countMax);
    this.#note(endsAtMs, remaining);
    return isWithin;
  }

  #note(endsAtMs: number, remaining: number): void {
    this.endsAtMs = endsAtMs;
    this.#remaining = remaining;
  }
}
