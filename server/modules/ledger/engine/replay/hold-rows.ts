import { readEntry } from "../../domain/entry/chain.ts";
import { type Entry, entryKinds } from "../../domain/entry/entry.ts";
import { UnreadableEntry } from "../../domain/entry/reader.ts";
import { type Hold, holdStates } from "../../domain/holds/hold.ts";
import type { LedgerRows } from "../../domain/rows.ts";
import { type Audit, placeOf } from "./audit.ts";
import { holdRowFlaws } from "./holds.ts";

interface Sources {
  readonly rows: LedgerRows;
  readonly pause: () => Promise<boolean>;
}

type EntryRows = Pick<LedgerRows, "entriesAfter">;

/** Rows per read. */
const pageSize = 500;

/** Compares the stored rows of holds that have just ended, which never change again. */
export async function replayEndedHolds(audit: Audit, rows: LedgerRows): Promise<void> {
  const ended = audit.holds.takeEnded();
  for (let start = 0; start < ended.length; start += pageSize) {
    const page = ended.slice(start, start + pageSize);
    const stored = new Map((await rows.holdsOfIds(page.map(({ id }) => id))).map((row) => [row.id, row]));
    for (const hold of page) findFlaws(audit, stored.get(hold.id), hold);
  }
}

/**
 * Compares all stored holds with those of the audit, and the sums of accounts with the stored holds. Holds are changed
 * meanwhile: a row whose last entry is later than the audit is compared only with that entry. Returns whether `pause`
 * has cancelled the replay.
 */
export async function replayHolds(audit: Audit, { rows, pause }: Sources): Promise<boolean> {
  const missing = new Map(audit.holds.open);
  let ended = 0;
  for (let after = ""; ; ) {
    const page = await rows.holdsAfter(after, pageSize);
    for (const row of page) {
      const open = missing.get(row.id);
      missing.delete(row.id);
      if (row.lastSequence > audit.lastSequence) await findLater(audit, rows, row);
      else if (open !== undefined) findFlaws(audit, row, open);
      else if (row.state === holdStates.open) audit.find(placeOfHold(row.id), "is open, and by its entries it is not");
      else ended++;
    }
    const last = page.at(-1);
    if (last === undefined) break;
    if (await pause()) return true;
    after = last.id;
  }
  for (const id of missing.keys()) audit.find(placeOfHold(id), "is not stored");
  if (ended !== audit.holds.ended) await findStrays(audit, rows);
  for (const name of await rows.accountsHeldOtherwise()) {
    audit.find(placeOf(name), "is not marked with what its open holds have left");
  }
  return false;
}

function placeOfHold(id: string): string {
  return `hold ${id}`;
}

function findFlaws(audit: Audit, stored: Hold | undefined, replayed: Hold): void {
  for (const flaw of holdRowFlaws(stored, replayed)) audit.find(placeOfHold(replayed.id), flaw);
}

/** Checks that an entry made the change of a row after the audit. */
async function findLater(audit: Audit, rows: LedgerRows, { id, lastSequence }: Hold): Promise<void> {
  if ((await entryAt(rows, lastSequence))?.hold?.id === id) return;
  audit.find(placeOfHold(id), `is changed by entry ${lastSequence}, which is not of it`);
}

/** Most flaws reported of rows that no entry has made. */
const strayMax = 10;

/** Finds stored holds that no entry has made. */
async function findStrays(audit: Audit, rows: LedgerRows): Promise<void> {
  let found = 0;
  for (let after = ""; found < strayMax; ) {
    const page = await rows.holdsAfter(after, pageSize);
    for (const hold of page) {
      if (await isMadeByEntry(hold, rows)) continue;
      audit.find(placeOfHold(hold.id), "is made by no entry");
      if (++found === strayMax) return;
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Whether the entry that a hold names has made it. */
export async function isMadeByEntry({ id, sequence }: Hold, rows: EntryRows): Promise<boolean> {
  const entry = await entryAt(rows, sequence);
  return entry?.id === id && entry.kind === entryKinds.hold && entry.outcome === 0;
}

async function entryAt(rows: EntryRows, sequence: number): Promise<Entry | undefined> {
  const [row] = await rows.entriesAfter(sequence - 1, 1);
  if (row?.sequence !== sequence) return undefined;
  try {
    return readEntry(row.bytes);
  } catch (error) {
    if (error instanceof UnreadableEntry) return undefined;
    throw error;
  }
}
