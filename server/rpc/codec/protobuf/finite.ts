/** Whether all of a list are numbers, and finite. */
export function areFinite(list: readonly unknown[]): boolean {
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    // What is not finite has no difference to itself. Asking the library of the language makes an object of each.
    if (typeof item !== "number" || item - item !== 0) return false;
  }
  return true;
}
