import { Histogram } from "./histogram.ts";
import type { Sample } from "./metrics.ts";

/** Histograms by the value of one label, whose values are known from the start. */
export class LabelledHistograms<Word extends string> {
  readonly #samples: ReadonlyMap<Word, Sample<Histogram>>;

  constructor(label: string, words: readonly Word[], bounds: readonly number[]) {
    this.#samples = new Map(words.map((word) => [word, { labels: { [label]: word }, value: new Histogram(bounds) }]));
  }

  record(word: Word, value: number): void {
    this.#samples.get(word)?.value.record(value);
  }

  read = (): Sample<Histogram>[] => [...this.#samples.values()];
}
