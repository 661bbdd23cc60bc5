import { Alarm, type Clock } from "../clock.ts";

/** Time for which an outcome stays in the journal after it was told, in ms. */
const toldMs = 5_000;

/**
 * Operations whose outcome was told. They stay in the journal for a while: a process that ends meanwhile may have written nothing
 * down, so that the next one tells the outcome again.
 */
export class ToldOperations {
  readonly #clock: Clock;
  readonly #remove: (id: string) => Promise<boolean>;
  readonly #alarm: Alarm;
  /** Ids and the times at which they are removed, the earliest first. */
  readonly #dueMs = new Map<string, number>();
  /** Removals under way. */
  readonly #removing = new Map<string, Promise<void>>();
  #isClosed = false;

  /** @param remove removes an operation from the journal; returns whether it could */
  constructor(clock: Clock, remove: (id: string) => Promise<boolean>) {
    this.#clock = clock;
    this.#remove = remove;
    this.#alarm = new Alarm(clock, () => void this.#removeDue(), { isIdle: true });
  }

  /** Notes that outcomes are told now. */
  add(ids: Iterable<string>): void {
    if (this.#isClosed) return;
    const atMs = this.#clock.now() + toldMs;
    const isIdle = this.#dueMs.size === 0;
    for (const id of ids) this.#dueMs.set(id, atMs);
    if (isIdle) this.#schedule();
  }

  /** Removes those of the ids whose outcomes were told from the journal at once. What cannot be removed is tried again later. */
  async forget(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => (this.#dueMs.has(id) ? this.#removeNow(id) : this.#removing.get(id))));
  }

  /** Removes all from the journal at once. */
  async clear(): Promise<void> {
    await this.forget([...this.#dueMs.keys(), ...this.#removing.keys()]);
  }

  /** Does the same for the last time. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#alarm.set(Number.POSITIVE_INFINITY);
    await this.clear();
  }

  async #removeDue(): Promise<void> {
    const now = this.#clock.now();
    const due: string[] = [];
    for (const [id, atMs] of this.#dueMs) {
      if (atMs > now) break;
      due.push(id);
    }
    await this.forget(due);
    this.#schedule();
  }

  #removeNow(id: string): Promise<void> {
    this.#dueMs.delete(id);
    const removed = this.#remove(id).then((isGone) => {
      this.#removing.delete(id);
      if (!isGone) this.add([id]);
    });
    this.#removing.set(id, removed);
    return removed;
  }

  #schedule(): void {
    const [next = Number.POSITIVE_INFINITY] = this.#dueMs.values();
    this.#alarm.set(next);
  }
}
