import { readEntry } from "../../domain/entry/chain.ts";
import type { Entry } from "../../domain/entry/entry.ts";
import { countedIds, partiesOf } from "../../domain/entry/payments.ts";
import { UnreadableEntry } from "../../domain/entry/reader.ts";
import type { LedgerRows, ReversalRow, StoredEntry } from "../../domain/rows.ts";
import type { Audit } from "./audit.ts";

type Rows = Pick<LedgerRows, "entryOf" | "entriesAfter" | "reversalsAfter" | "reversalsUpTo">;
type EntryRows = Pick<Rows, "entryOf" | "entriesAfter">;

/**
 * Checks an entry that gives a payment back: that payment, and the rows that count how much of it is given back.
 * Returns the flaw, if any. Each row is compared with the previous one, so that the sums follow from the entries.
 *
 * @param capturedOf the sum captured of a hold before the entry
 */
export async function reversalEntryFlaw(
  entry: Entry,
  rows: Rows,
  capturedOf: (holdId: string) => Promise<bigint>,
): Promise<string | undefined> {
  const { reverses, outcome, sequence } = entry;
  if (reverses === undefined || outcome !== 0) return undefined;
  const original = readable(await rows.entryOf(reverses));
  if (original === undefined || original.sequence >= sequence) return "gives back what is not before it";
  const parties = partiesOf(original);
  const isBack = parties?.payer === entry.counterparty && parties?.payee === entry.owner;
  if (!isBack || original.asset !== entry.asset) return "gives back what it may not";
  for (const id of countedIds(reverses, original)) {
    const isOfHold = id === original.hold?.id;
    const flaw = await countFlaw(entry, id, isOfHold ? await capturedOf(id) : original.amount, rows);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

/** Checks the row that counts a reversal under an id. */
async function countFlaw(
  { sequence, amount }: Entry,
  id: string,
  most: bigint,
  rows: Rows,
): Promise<string | undefined> {
  const [row, before] = await rows.reversalsUpTo(id, sequence, 2);
  if (row?.sequence !== sequence || row.amount !== amount) return "is not counted as a reversal";
  if (row.total !== (before?.total ?? 0n) + amount) return `is counted as the reversal up to ${row.total}`;
  return row.total > most ? `gives back ${row.total} of ${most} in all` : undefined;
}

/** Rows per read. */
const pageSize = 100;

/** Finds rows of reversals without an entry that gives something back; returns whether `pause` has cancelled. */
export async function findReversals(audit: Audit, rows: Rows, pause: () => Promise<boolean>): Promise<boolean> {
  for (let last: ReversalRow | undefined; ; ) {
    const page: ReversalRow[] = await rows.reversalsAfter(last, pageSize);
    for (const row of page) {
      if (await isOfEntry(row, rows)) continue;
      audit.find(`reversal ${row.sequence} of ${row.reversed}`, "is of no entry");
    }
    last = page.at(-1);
    if (last === undefined) return false;
    if (await pause()) return true;
  }
}

/** Whether the row of a reversal is of an entry that gives something back. */
export async function isOfEntry({ reversed, sequence }: ReversalRow, rows: EntryRows): Promise<boolean> {
  const [stored] = await rows.entriesAfter(sequence - 1, 1);
  const entry = stored?.sequence === sequence ? readable(stored) : undefined;
  return entry?.outcome === 0 && isCounted(entry, reversed, rows);
}

/** Returns the ids under which a reversal is counted; none for an entry that gives nothing back. */
export async function idsCounting(
  { reverses, outcome }: Entry,
  rows: Pick<LedgerRows, "entryOf">,
): Promise<readonly string[]> {
  if (reverses === undefined || outcome !== 0) return [];
  return countedIds(reverses, readable(await rows.entryOf(reverses)));
}

/** Whether a reversal is counted under an id: the one that it names, or the hold of the capture that it names. */
async function isCounted({ reverses }: Entry, id: string, rows: EntryRows): Promise<boolean> {
  if (reverses === undefined || reverses === id) return reverses === id;
  return countedIds(reverses, readable(await rows.entryOf(reverses))).includes(id);
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
