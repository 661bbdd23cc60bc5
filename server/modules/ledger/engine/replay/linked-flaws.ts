import { type Entry, transactionErrors } from "../../domain/entry/entry.ts";
import { rootOf, type SignedPath } from "../../domain/entry/order-tree.ts";
import type { Finding } from "./audit.ts";

/**
 * Checks the linked sets of a batch: the orders of each are complete and in sequence, without gaps, and all completed
 * or all failed, because of the same one, which all others name.
 *
 * @param entries of the batch, in order
 */
export function linkedFlaws(entries: readonly Entry[]): Finding[] {
  const findings: Finding[] = [];
  for (let at = 0; at < entries.length; ) {
    const first = entries[at] as Entry;
    if (first.linked === undefined) {
      at++;
      continue;
    }
    const path = pathOf(first);
    const set = path === undefined ? [first] : entries.slice(at, at + path.count);
    const flaw = path === undefined ? "is linked by no path" : setFlaw(set, path);
    if (flaw !== undefined) findings.push({ place: `entry ${first.sequence}`, flaw });
    // Entries of an incomplete set are checked one by one.
    at += flaw === undefined || flaw === isMixed ? set.length : 1;
  }
  return findings;
}

const isTorn = "is not followed by the others of its linked set";
const isMixed = "is of a linked set of which some completed, or none failed first";

function pathOf({ order, signature }: Entry): SignedPath | undefined {
  return order === undefined || signature === undefined ? undefined : rootOf(order, signature);
}

function setFlaw(set: readonly Entry[], { root, count }: SignedPath): string | undefined {
  if (set.length < count || count < 2) return isTorn;
  const areInSequence = set.every((entry, index) => {
    const path = entry.linked && pathOf(entry);
    const isNext = entry.sequence === (set[0] as Entry).sequence + index;
    return isNext && path?.index === index && path.count === count && Buffer.compare(path.root, root) === 0;
  });
  if (!areInSequence) return isTorn;
  return haveOneOutcome(set) ? undefined : isMixed;
}

function haveOneOutcome(set: readonly Entry[]): boolean {
  if (set.every(({ outcome }) => outcome === 0)) return true;
  const [failed, ...others] = set.filter(({ outcome }) => outcome !== transactionErrors.TX_ERROR_LINKED_FAILED);
  if (failed === undefined || failed.outcome === 0 || others.length > 0) return false;
  return set.every((entry) => entry === failed || entry.linked?.failed === failed.id);
}
