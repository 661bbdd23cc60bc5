/** Those who hear of something. */
export class Listeners<Event> {
  readonly #all = new Set<(event: Event) => void>();

  /** Answers how to hear no more. */
  add(listener: (event: Event) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(event: Event): void {
    for (const listener of [...this.#all]) listener(event);
  }
}
