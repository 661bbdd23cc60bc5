import { journalBounds } from "./bounds.ts";

/**
 * Splits look-ups into pages.
 *
 * @param isJoined whether an item must be on the page of the previous one; there are few such in a row
 */
export function* pagesOf<Item>(
  items: readonly Item[],
  isJoined: (item: Item) => boolean = () => false,
): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; ) {
    let end = start + journalBounds.lookupMax;
    while (end < items.length && isJoined(items[end] as Item)) end++;
    yield items.slice(start, end);
    start = end;
  }
}
