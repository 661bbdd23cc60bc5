import type { Family } from "../../core/metrics/metrics.ts";
import type { Link } from "../../threads/serving/link.ts";
import { summedFamilies } from "./measurements.ts";

/** Reads what threads have measured. What is read of a thread remains when the thread has ended, so that no sum ever falls. */
export class ThreadMeasurements {
  readonly #last = new Map<Link, readonly Family[]>();
  #ofEnded: readonly Family[] = [];

  /** Returns the measurements of these threads, and of those that have ended. */
  async read(links: readonly Link[]): Promise<readonly Family[]> {
    await Promise.all(links.map((link) => this.#readOne(link)));
    return [...this.#last.values(), this.#ofEnded].flat();
  }

  async #readOne(link: Link): Promise<void> {
    if (!this.#last.has(link)) {
      this.#last.set(link, []);
      void link.ended.then(() => this.#keep(link));
    }
    try {
      const read = await link.ask("measurements", undefined);
      if (this.#last.has(link)) this.#last.set(link, read);
    } catch {
      // The thread has ended; its last measurements count.
    }
  }

  /** Keeps what only grows. */
  #keep(link: Link): void {
    const growing = (this.#last.get(link) ?? []).filter(({ kind }) => kind !== "gauge");
    this.#last.delete(link);
    this.#ofEnded = summedFamilies([...this.#ofEnded, ...growing]);
  }
}
