import { Fault } from "../../../../core/fault.ts";
import { readEntry } from "../../domain/entry/chain.ts";
import { isAt, ledgerStart, type Place, readCursor } from "../../domain/feed/cursor.ts";
import type { LedgerRows } from "../../domain/replay/rows.ts";

/**
 * Returns the place of a cursor.
 *
 * @throws Fault PARAMETER_INVALID for text that is no cursor; STATE_INVALID for a cursor of another ledger, such as one that
 *   was replaced by an older backup
 */
export async function requirePlace(cursor: string, rows: Pick<LedgerRows, "entriesAfter">): Promise<Place> {
  const read = readCursor(cursor);
  if (read === undefined) {
    throw new Fault("PARAMETER_INVALID", "cursor must be that of an earlier answer", {
      parameter: "cursor",
      provided: cursor,
    });
  }
  const { sequence, told } = read;
  if (sequence === 0) return { ...ledgerStart, told };
  const [row] = await rows.entriesAfter(sequence - 1, 1);
  if (row?.sequence === sequence) {
    const entry = readEntry(row.bytes);
    if (isAt(read, entry, row.bytes)) return { sequence, requestDigest: entry.requestDigest, told };
  }
  throw new Fault(
    "STATE_INVALID",
    "The ledger has another entry at this cursor, or none: it was replaced, as by an older backup. Compare what was told since, and watch without a cursor.",
    { parameter: "cursor" },
  );
}
