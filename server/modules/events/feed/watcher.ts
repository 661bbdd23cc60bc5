import type { Entry } from "../../ledger/domain/entry/entry.ts";

/** Entries that wait for a reader at most. A reader who is later than that reads from the database again. */
const waitingMax = 1_000;

/**
 * One reader of the feed. It begins behind: it reads from the database until it has reached the feed, and gets each entry
 * from memory from then on.
 */
export class Watcher {
  #waiting: Entry[] = [];
  #isBehind = true;
  #isOver = false;
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

  /** Keeps what comes from now on: everything up to the present end of the feed is being read. */
  catchUp(): void {
    this.#isBehind = false;
  }

  /** Drops what waits: the reader reads it from the database. */
  fallBehind(): void {
    this.#waiting = [];
    this.#isBehind = true;
  }

  /** Takes all entries that wait. */
  take(): Entry[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Waits until there is something to do, and returns true; false when the time is over before. For one caller at a time. */
  changed(ms: number): Promise<boolean> {
    if (this.#hasWork) return Promise.resolve(true);
    // One timer for all waits: to make and remove one for each costs more than to wake the reader.
    this.#timer = this.#timer?.refresh() ?? setTimeout(() => this.#wake(), ms);
    return new Promise(this.#wait);
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
    // Something may have come in the turn in which the time was over.
    settle?.(this.#hasWork);
  }

  get #hasWork(): boolean {
    return this.#waiting.length > 0 || this.#isBehind || this.#isOver;
  }
}
