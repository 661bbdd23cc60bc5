import { Fault } from "../../../core/fault.ts";
import { entryDigest, readEntry } from "../../ledger/domain/entry/chain.ts";
import type { EntryDigest } from "../../ledger/domain/entry/digests.ts";
import type { Entry } from "../../ledger/domain/entry/entry.ts";
import type { Ledger } from "../../ledger/domain/requests.ts";
import {
  isAt,
  isMarkedByEntryDigest,
  ledgerStart,
  type Position,
  type ReadCursor,
  readCursor,
} from "../feed/cursor.ts";

type Rows = Pick<Ledger, "entriesAfter">;

/**
 * Returns the position of a cursor.
 *
 * @throws Fault PARAMETER_INVALID for text that is no cursor; STATE_INVALID for a cursor of another ledger, such as one
 *   that was replaced by an older backup
 */
export async function requirePosition(cursor: string, rows: Rows): Promise<Position> {
  const read = readCursor(cursor);
  if (read === undefined) {
    throw new Fault("PARAMETER_INVALID", "cursor must be that of an earlier answer", {
      parameter: "cursor",
      provided: cursor,
    });
  }
  const { sequence, told } = read;
  if (sequence === 0) return { ...ledgerStart, told };
  const found = await entryAt(read, rows);
  if (found !== undefined && (isAt(read, found.entry) || isMarkedByEntryDigest(read, found.digest))) {
    return { sequence, requestDigest: found.entry.requestDigest, told };
  }
  throw new Fault(
    "STATE_INVALID",
    "The ledger has another entry at this cursor, or none: it was replaced, as by an older backup. Compare what was told since, and watch without a cursor.",
    { parameter: "cursor" },
  );
}

/** Returns the position of a cursor issued with the digest of its entry as its mark; undefined for all others. */
export async function positionByEntryDigest(cursor: string, rows: Rows): Promise<Position | undefined> {
  const read = readCursor(cursor);
  const found = read && (await entryAt(read, rows));
  if (read === undefined || found === undefined || !isMarkedByEntryDigest(read, found.digest)) return undefined;
  return { sequence: read.sequence, requestDigest: found.entry.requestDigest, told: read.told };
}

/** Returns the entry at a cursor's sequence number, with its own digest. */
async function entryAt({ sequence }: ReadCursor, rows: Rows): Promise<FoundEntry | undefined> {
  const [row] = sequence === 0 ? [] : await rows.entriesAfter(sequence - 1, 1);
  return row?.sequence === sequence ? { entry: readEntry(row.bytes), digest: entryDigest(row.bytes) } : undefined;
}

interface FoundEntry {
  readonly entry: Entry;
  readonly digest: EntryDigest;
}
