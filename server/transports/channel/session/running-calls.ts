/**
 * The requests of one channel that are not answered. As many as there are credits may be; a client that sends more is
 * not read until one is answered.
 */
export class RunningCalls {
  #credits: number;
  /** Whether each was accepted in so many words. */
  readonly #all = new Map<string, boolean>();

  constructor(credits: number) {
    this.#credits = credits;
  }

  get credits(): number {
    return this.#credits;
  }

  /** Of the plan that the channel's caller has now. */
  set credits(credits: number) {
    this.#credits = credits;
  }

  get count(): number {
    return this.#all.size;
  }

  get isFull(): boolean {
    return this.#all.size >= this.#credits;
  }

  /** False: it is under way already, and is not to be done twice. */
  begin(key: string): boolean {
    if (this.#all.has(key)) return false;
    this.#all.set(key, false);
    return true;
  }

  end(key: string): void {
    this.#all.delete(key);
  }

  /** Those of which nothing was said yet; they count as accepted from now on. */
  accept(): string[] {
    const silent: string[] = [];
    for (const [key, isAccepted] of this.#all) if (!isAccepted) silent.push(key);
    for (const key of silent) this.#all.set(key, true);
    return silent;
  }
}
