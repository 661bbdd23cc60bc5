/**
 * Maps many items in slices, between which the event loop runs, so that other calls do not wait for all of them.
 *
 * @param size items of a slice: some milliseconds' work
 */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  size: number,
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % size === 0) await new Promise((resolve) => setImmediate(resolve));
    results.push(map(item, index));
  }
  return results;
}
