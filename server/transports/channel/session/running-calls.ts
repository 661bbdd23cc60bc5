/** Unanswered requests of one channel, at most as many as it has credits. While it is full, the client is not read. */
export class RunningCalls {
  #credits: number;
  /** Requests by key: whether `accepted` was sent. */
  readonly #all = new Map<string, boolean>();

  constructor(credits: number) {
    this.#credits = credits;
  }

  get credits(): number {
    return this.#credits;
  }

  /** Follows the caller's plan. */
  set credits(credits: number) {
    this.#credits = credits;
  }

  get count(): number {
    return this.#all.size;
  }

  get isFull(): boolean {
    return this.#all.size >= this.#credits;
  }

  /** Returns false if a request of this key is already running, and must not run twice. */
  begin(key: string): boolean {
    if (this.#all.has(key)) return false;
    this.#all.set(key, false);
    return true;
  }

  end(key: string): void {
    this.#all.delete(key);
  }

  /** Returns the keys for which `accepted` was not sent yet, and marks them as accepted. */
  accept(): string[] {
    const unacknowledged: string[] = [];
    for (const [key, isAccepted] of this.#all) if (!isAccepted) unacknowledged.push(key);
    for (const key of unacknowledged) this.#all.set(key, true);
    return unacknowledged;
  }
}
