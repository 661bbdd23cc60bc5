import { journalBounds } from "./bounds.ts";

/** Splits what is looked up into pages. */
export function* pagesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += journalBounds.lookupMax) {
    yield items.slice(start, start + journalBounds.lookupMax);
  }
}
