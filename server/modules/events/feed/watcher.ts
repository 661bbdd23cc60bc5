import type { Entry } from "../../ledger/domain/entry/entry.ts";

/** Most entries that wait for a reader. A reader that falls further behind reads from the database again. */
const waitingMax = 1_000;

/**
 * One reader of the feed. It begins by reading from the database until it has reached the feed, and from then on gets
 * each entry from memory.
 */
export class Watcher {
  #waiting: Entry[] = [];
  #isBehind = true;
  #isOver = false;
  #isHurried = false;
  /** Settles the wait of the reader; undefined while there is none. */
  #settle: ((hasWork: boolean) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

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

  /** Keeps new entries from now on: everything up to the present end of the feed is being read. */
  catchUp(): void {
    this.#isBehind = false;
  }

  /** Drops the waiting entries: the reader reads them from the database. */
  fallBehind(): void {
    this.#waiting = [];
    this.#isBehind = true;
  }

  /** Removes and returns all waiting entries. */
  take(): Entry[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Waits for work, and returns true; false at the timeout, or in a hurry. For one caller at a time. */
  changed(ms: number): Promise<boolean> {
    if (this.#hasWork || this.#isHurried) return Promise.resolve(this.#hasWork);
    // Uses one timer for all waits: creating and removing one for each costs more than waking the reader.
    this.#timer = this.#timer?.refresh() ?? setTimeout(() => this.#wake(), ms);
    return new Promise(this.#wait);
  }

  /** Lets the reader wait no more, now and from now on, as if its time were over. */
  hurry(): void {
    this.#isHurried = true;
    this.#wake();
  }

  /** Ends the wait, now and from now on. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#wake();
  }

  readonly #wait = (settle: (hasWork: boolean) => void) => {
    this.#settle = settle;
  };

  /** Ends the wait of the reader, if there is one. */
  #wake(): void {
    const settle = this.#settle;
    this.#settle = undefined;
    // An entry may have come in the turn of the timeout.
    settle?.(this.#hasWork);
  }

  get #hasWork(): boolean {
    return this.#waiting.length > 0 || this.#isBehind || this.#isOver;
  }
}
