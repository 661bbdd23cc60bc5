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

  /** @param remove removes an operation from the journal; returns whether it could */
  constructor(clock: Clock, remove: (id: string) => Promise<boolean>) {
    this.#clock = clock;
    this.#remove = remove;
    this.#alarm = new Alarm(clock, () => void this.#removeDue(), { isIdle: true });
  }

  /** Notes that outcomes are told now. */
  add(ids: Iterable<string>): void {
    const atMs = this.#clock.now() + toldMs;
    const isIdle = this.#dueMs.size === 0;
    for (const id of ids) this.#dueMs.set(id, atMs);
    if (isIdle) this.#schedule();
  }

  /** Removes those of the ids whose outcomes were told from the journal at once. */
  async forget(ids: readonly string[]): Promise<void> {
    const told = ids.filter((id) => this.#dueMs.delete(id));
    await Promise.all(told.map((id) => this.#remove(id)));
  }

  /** Removes all from the journal at once. */
  async clear(): Promise<void> {
    this.#alarm.set(Number.POSITIVE_INFINITY);
    await this.forget([...this.#dueMs.keys()]);
  }

  async #removeDue(): Promise<void> {
    const now = this.#clock.now();
    const due: string[] = [];
    for (const [id, atMs] of this.#dueMs) {
      if (atMs > now) break;
      due.push(id);
      this.#dueMs.delete(id);
    }
    await Promise.all(
      due.map(async (id) => {
        if (!(await this.#remove(id))) this.#dueMs.set(id, this.#clock.now() + toldMs);
      }),
    );
    this.#schedule();
  }

  #schedule(): void {
    const [next = Number.POSITIVE_INFINITY] = this.#dueMs.values();
    this.#alarm.set(next);
  }
}
