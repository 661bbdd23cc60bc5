const first = 10;
const most = 100;
const perSuccess = 0.1;

/**
 * Budget of a client's repetitions: 10 at first, and one more for each ten successful calls, at most 100. When a
 * service fails for long, its clients do not multiply its load. An empty budget ends repetitions, not calls.
 */
export class RetryBudget {
  #left = first;

  /** Records a call that has succeeded. */
  succeeded(): void {
    this.#left = Math.min(most, this.#left + perSuccess);
  }

  get isEmpty(): boolean {
    // Ten tenths add up to slightly less than one.
    return this.#left < 1 - perSuccess / 2;
  }

  /** Takes a repetition. Returns false if none is left. */
  take(): boolean {
    if (this.isEmpty) return false;
    this.#left = Math.max(0, this.#left - 1);
    return true;
  }
}
