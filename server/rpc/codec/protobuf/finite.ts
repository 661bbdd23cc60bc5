/** Whether a list holds finite numbers only. */
export function areFinite(list: readonly unknown[]): boolean {
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    // NaN - NaN and Infinity - Infinity are NaN. `Number.isFinite` would box each number.
    if (typeof item !== "number" || item - item !== 0) return false;
  }
  return true;
}
