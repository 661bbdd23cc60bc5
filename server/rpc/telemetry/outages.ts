/** Time for which the cause of an outage is not logged again, in ms: an operator needs it once, and every call has it. */
const quietMs = 60_000;

/** Causes that are remembered at most. */
const causesMax = 100;

/** Tells which failures are the first of an outage, by the messages of their causes. */
export class Outages {
  readonly #loggedMs = new Map<string, number>();

  /** Whether a cause is to be logged: it is new, or was logged a minute ago. */
  isNews(cause: unknown, nowMs: number): boolean {
    const text = cause instanceof Error ? cause.message : String(cause);
    const loggedMs = this.#loggedMs.get(text);
    // A clock may be set back.
    if (loggedMs !== undefined && nowMs >= loggedMs && nowMs - loggedMs < quietMs) return false;
    if (this.#loggedMs.size >= causesMax) this.#loggedMs.clear();
    this.#loggedMs.set(text, nowMs);
    return true;
  }
}
