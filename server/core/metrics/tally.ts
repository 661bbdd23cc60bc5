import type { Sample } from "./metrics.ts";

/** Counts by the value of one label, which must come from a closed set of words. */
export class Tally {
  readonly #label: string;
  readonly #counts = new Map<string, number>();

  /** @param words values that are counted from the start, so that their first occurrence shows as an increase */
  constructor(label: string, words: readonly string[] = []) {
    this.#label = label;
    for (const word of words) this.#counts.set(word, 0);
  }

  add(word: string, count = 1): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + count);
  }

  read = (): Sample[] => [...this.#counts].map(([word, value]) => ({ labels: { [this.#label]: word }, value }));
}
