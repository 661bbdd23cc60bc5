import { Histogram } from "./histogram.ts";
import type { Labels, Sample } from "./metrics.ts";

/** Most series of one metric. Further ones count as one, as the semantic conventions have it. */
const seriesMax = 1_000;
const overflowLabels = { "otel.metric.overflow": "true" };

/**
 * Histograms by three keys, such as those of a method, a protocol and a status. There are at most as many as one metric
 * may have; what comes later counts as one. A series is found by three look-ups, and made once.
 */
export class BoundedHistograms<First, Second, Third> {
  readonly #bounds: readonly number[];
  readonly #labelsOf: (first: First, second: Second, third: Third) => Labels;
  readonly #series = new Map<First, Map<Second, Map<Third, Sample<Histogram>>>>();
  readonly #overflow: Histogram;
  #count = 0;

  constructor(bounds: readonly number[], labelsOf: (first: First, second: Second, third: Third) => Labels) {
    this.#bounds = bounds;
    this.#labelsOf = labelsOf;
    this.#overflow = new Histogram(bounds);
  }

  of(first: First, second: Second, third: Third): Histogram {
    const known = this.#series.get(first)?.get(second)?.get(third);
    return known === undefined ? this.#add(first, second, third) : known.value;
  }

  #add(first: First, second: Second, third: Third): Histogram {
    if (this.#count === seriesMax) return this.#overflow;
    this.#count++;
    const bySecond = valueIn(this.#series, first, () => new Map());
    const byThird = valueIn(bySecond, second, () => new Map());
    const value = new Histogram(this.#bounds);
    byThird.set(third, { labels: this.#labelsOf(first, second, third), value });
    return value;
  }

  read = (): Sample<Histogram>[] => {
    const samples = [...this.#series.values()].flatMap((bySecond) =>
      [...bySecond.values()].flatMap((byThird) => [...byThird.values()]),
    );
    return this.#count < seriesMax ? samples : [...samples, { labels: overflowLabels, value: this.#overflow }];
  };
}

function valueIn<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
