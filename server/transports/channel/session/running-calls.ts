/** Unanswered requests of one channel by their keys. */
export class RunningCalls {
  /** Whether `accepted` was sent. */
  readonly #all = new Map<string, boolean>();

  get count(): number {
    return this.#all.size;
  }

  /** Returns false if a request with this key is already unanswered, and must not run twice. */
  begin(key: string): boolean {
    if (this.#all.has(key)) return false;
    this.#all.set(key, false);
    return true;
  }

  end(key: string): void {
    this.#all.delete(key);
  }

  /** Returns the keys for which `accepted` was not sent yet, and marks them as sent. */
  accept(): string[] {
    const unacknowledged: string[] = [];
    for (const [key, isAccepted] of this.#all) if (!isAccepted) unacknowledged.push(key);
    for (const key of unacknowledged) this.#all.set(key, true);
    return unacknowledged;
  }
}
