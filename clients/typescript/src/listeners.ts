/** The listeners of an event. */
export class Listeners<Event> {
  readonly #all = new Set<(event: Event) => void>();

  /** Adds a listener. Returns a function that removes it. */
  add(listener: (event: Event) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(event: Event): void {
    for (const listener of [...this.#all]) listener(event);
  }
}
