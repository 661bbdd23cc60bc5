/** Median and range of several rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), min: sorted[0] as number, max: sorted.at(-1) as number };
}

/** Interpolates a quantile of a sorted list. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] as number;
  return below + (at - Math.floor(at)) * ((sorted[Math.ceil(at)] as number) - below);
}
