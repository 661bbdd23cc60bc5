import type { Entry } from "../domain/entry/entry.ts";

/** Entries that wait for a reader at most. A reader who is later than that reads from the database again. */
const waitingMax = 1_000;

/**
 * One reader of the feed. It begins behind: it reads from the database until it has reached the feed, and gets each entry
 * from memory from then on.
 */
export class Watcher {
  #waiting: Entry[] = [];
  #isBehind = true;
  #wake: () => void = () => {};

  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Adds an entry; called by the feed, in the order of the ledger. */
  push(entry: Entry): void {
    if (this.#isBehind) return;
    if (this.#waiting.length < waitingMax) this.#waiting.push(entry);
    else this.fallBehind();
    this.#wake();
  }

  /** Drops what waits: the reader reads it from the database. */
  fallBehind(): void {
    this.#waiting = [];
    this.#isBehind = true;
    this.#wake();
  }

  /** Says that everything up to the present end of the feed is read. */
  catchUp(): void {
    this.#isBehind = false;
  }

  /** Takes all entries that wait. */
  take(): Entry[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Waits until there is something to do, and returns true; false when the time is over before. */
  async changed(ms: number, signal: AbortSignal): Promise<boolean> {
    if (this.#waiting.length > 0 || this.#isBehind || signal.aborted) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const wake = () => resolve(true);
    this.#wake = wake;
    const timer = setTimeout(resolve, ms, false);
    signal.addEventListener("abort", wake);
    try {
      // Something may have come in the turn in which the time was over.
      return (await promise) || this.#waiting.length > 0 || this.#isBehind;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      this.#wake = () => {};
    }
  }
}
