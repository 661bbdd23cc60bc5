import { isReversible } from "../decide/reversal.ts";
import { readEntry } from "../entry/chain.ts";
import type { Entry } from "../entry/entry.ts";
import { UnreadableEntry } from "../entry/reader.ts";
import type { Audit } from "./audit.ts";
import type { LedgerRows, ReversalRow, StoredEntry } from "./rows.ts";

type Rows = Pick<LedgerRows, "entryOf" | "entriesAfter" | "reversalsAfter" | "reversalsUpTo">;

/**
 * Checks an entry that gives a transfer back: that transfer, and the row that counts how much of it is given back. Returns
 * the flaw, if any. Each row is compared with the one before, so that the sums follow from the entries.
 */
export async function reversalEntryFlaw(entry: Entry, rows: Rows): Promise<string | undefined> {
  const { reverses, outcome, sequence, amount } = entry;
  if (reverses === undefined || outcome !== 0) return undefined;
  const original = readable(await rows.entryOf(reverses));
  if (original === undefined || original.sequence >= sequence) return "gives back what is not before it";
  const isBack = original.owner === entry.counterparty && original.counterparty === entry.owner;
  if (!isReversible(original) || !isBack || original.asset !== entry.asset) return "gives back what it may not";
  const [row, before] = await rows.reversalsUpTo(reverses, sequence, 2);
  if (row?.sequence !== sequence || row.amount !== amount) return "is not counted as a reversal";
  if (row.total !== (before?.total ?? 0n) + amount) return `is counted as the reversal up to ${row.total}`;
  return row.total > original.amount ? `gives back ${row.total} of ${original.amount} in all` : undefined;
}

/** Rows per read. */
const pageSize = 100;

/** Finds rows of reversals without an entry that gives back; returns whether `pause` has cancelled. */
export async function findReversals(audit: Audit, rows: Rows, pause: () => Promise<boolean>): Promise<boolean> {
  for (let last: ReversalRow | undefined; ; ) {
    const page: ReversalRow[] = await rows.reversalsAfter(last, pageSize);
    for (const row of page) {
      const [stored] = await rows.entriesAfter(row.sequence - 1, 1);
      const entry = stored?.sequence === row.sequence ? readable(stored) : undefined;
      if (entry?.reverses === row.reversed && entry.outcome === 0) continue;
      audit.find(`reversal ${row.sequence} of ${row.reversed}`, "is of no entry");
    }
    last = page.at(-1);
    if (last === undefined) return false;
    if (await pause()) return true;
  }
}

function readable(stored: StoredEntry | undefined): Entry | undefined {
  if (stored === undefined) return undefined;
  try {
    return readEntry(stored.bytes);
  } catch (error) {
    if (error instanceof UnreadableEntry) return undefined;
    throw error;
  }
}
