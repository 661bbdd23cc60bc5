/** Counts values by the buckets into which they fall. Recording allocates nothing. */
export class Histogram {
  /** Upper bounds of the buckets, inclusive and ascending; one more bucket counts what is above the last. */
  readonly bounds: readonly number[];
  /** Number of values in each bucket. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  record(value: number): void {
    const { bounds, counts } = this;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket++;
    (counts[bucket] as number)++;
    this.sum += value;
  }

  /** Adds what another histogram of these bounds has recorded. */
  add(counts: Float64Array, sum: number): void {
    for (let bucket = 0; bucket < counts.length; bucket++) (this.counts[bucket] as number) += counts[bucket] as number;
    this.sum += sum;
  }

  get count(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }
}

/** Bounds of durations in seconds, from a call without a database to one that times out. */
export const secondsBounds: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
