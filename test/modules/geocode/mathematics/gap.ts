/** Largest |a_i - b_i| relative to the largest |whole_i|; Infinity for different lengths. Safe up to 1e300. */
export function gap(a: readonly number[], b: readonly number[], whole: readonly number[]): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  const largest = whole.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const unit = largest === 0 ? 1 : largest;
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value / unit - (b[i] as number) / unit)), 0);
}
