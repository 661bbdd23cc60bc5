import { rootOf, type SignedPath } from "../domain/entry/order-tree.ts";
import type { AcknowledgedItem } from "../engine/journal/acknowledged.ts";

/** Whether an acknowledged result belongs to a linked set, but is not its first. */
export function isInsideSet(told: AcknowledgedItem): boolean {
  return (linkOf(told)?.index ?? 0) > 0;
}

/** Groups acknowledged results by linked set, ordered by the first of each; others form their own group. */
export function* setsOf(told: readonly AcknowledgedItem[]): Generator<readonly AcknowledgedItem[]> {
  const sets = new Map<string, AcknowledgedItem[]>();
  for (const one of told) {
    const link = linkOf(one);
    const name = link === undefined ? `${sets.size}` : Buffer.from(link.root).toString("hex");
    const set = sets.get(name);
    if (set === undefined) sets.set(name, [one]);
    else if (set.every(({ id }) => id !== one.id)) set.push(one);
  }
  yield* sets.values();
}

/** Returns the position of an order in its linked set; undefined if it is in none. */
export function linkOf(told: AcknowledgedItem): SignedPath | undefined {
  if (told.kind !== "entry" || told.entry.linked === undefined) return undefined;
  const { order, signature } = told.entry;
  return order === undefined || signature === undefined ? undefined : rootOf(order, signature);
}
