/**
 * Time in ms for which the cause of an outage is not logged again: an operator needs it once, and every call has it.
 */
const quietMs = 60_000;

/** Largest number of remembered causes. */
const causesMax = 100;

/** Decides which failures are the first of an outage, by the messages of their causes. */
export class Outages {
  readonly #loggedMs = new Map<string, number>();

  /** Whether to log a cause: it is new, or was last logged a minute ago. */
  isNews(cause: unknown, nowMs: number): boolean {
    const text = cause instanceof Error ? cause.message : String(cause);
    const loggedMs = this.#loggedMs.get(text);
    // The clock may have been set back.
    if (loggedMs !== undefined && nowMs >= loggedMs && nowMs - loggedMs < quietMs) return false;
    if (this.#loggedMs.size >= causesMax) this.#loggedMs.clear();
    this.#loggedMs.set(text, nowMs);
    return true;
  }
}
