/**
 * Map of a bounded number of values, which keeps those that were used last: at least the last half of its bound. Two maps
 * take turns, so that a use costs no more than that of a map, and nothing is moved when a value goes.
 */
export class GenerationCache<Key, Value> {
  readonly #half: number;
  #recent = new Map<Key, Value>();
  #earlier = new Map<Key, Value>();

  /** @param countMax most values, from 2 on */
  constructor(countMax: number) {
    this.#half = Math.floor(countMax / 2);
  }

  get(key: Key): Value | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const earlier = this.#earlier.get(key);
    if (earlier !== undefined) this.set(key, earlier);
    return earlier;
  }

  set(key: Key, value: Value): void {
    this.#recent.set(key, value);
    if (this.#recent.size <= this.#half) return;
    this.#earlier = this.#recent;
    this.#recent = new Map([[key, value]]);
    this.#earlier.delete(key);
  }

  clear(): void {
    this.#recent.clear();
    this.#earlier.clear();
  }
}
