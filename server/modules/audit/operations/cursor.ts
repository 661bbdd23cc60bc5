import { Fault } from "../../../core/fault.ts";
import { foreignToken } from "../../../rpc/pages.ts";
import type { Link } from "../domain/record.ts";
import type { AuditRecords } from "../domain/records.ts";

type Records = Pick<AuditRecords, "after" | "chain">;

/** Writes a place in the chain: the number of a record, and the beginning of its hash, which tells logs apart. */
export function cursorAt({ number, hash }: Link): string {
  return `${number}-${markOf(hash)}`;
}

/**
 * Returns the number before which a page ends; undefined for the first page.
 *
 * @throws Fault PARAMETER_INVALID for a token that is not from an earlier page
 */
export async function listPosition(records: Records, pageToken: string): Promise<number | undefined> {
  if (pageToken === "") return undefined;
  const link = await linkAt(records, pageToken);
  if (link === undefined || link === "other") throw foreignToken(pageToken);
  return link.number;
}

/**
 * Returns the place after which a stream begins.
 *
 * @throws Fault PARAMETER_INVALID for text that is no cursor; STATE_INVALID for a cursor of another log, such as one that
 *   was replaced by an older backup
 */
export async function watchPosition(records: Records, cursor: string, isFromStart: boolean): Promise<Link> {
  if (cursor === "") {
    const chain = await records.chain();
    if (chain === undefined) throw new Error("audit_chain has lost its row");
    return isFromStart ? chain.removed : chain.last;
  }
  const link = await linkAt(records, cursor);
  if (link === undefined) {
    const message = "cursor must be that of an earlier answer";
    throw new Fault("PARAMETER_INVALID", message, { parameter: "cursor", provided: cursor });
  }
  if (link !== "other") return link;
  const message =
    "The audit log has another record at this cursor, or none: it was replaced, as by an older backup. Compare what was " +
    "told since, and watch without a cursor.";
  throw new Fault("STATE_INVALID", message, { parameter: "cursor" });
}

/** Returns the place of a cursor; undefined for text that is none. */
async function linkAt(records: Records, cursor: string): Promise<Link | "other" | undefined> {
  const read = /^(\d{1,15})-([0-9a-f]{16})$/.exec(cursor);
  if (read === null) return undefined;
  const [number, mark] = [Number(read[1]), read[2]];
  const isThis = (link: Link | undefined) => link?.number === number && markOf(link.hash) === mark;
  const [found] = await records.after(number - 1, 1);
  if (found !== undefined && isThis(found)) return found;
  // Read last: the retention may have removed the record just now.
  const removed = (await records.chain())?.removed;
  if (removed === undefined) return "other";
  // What was there is removed; the first record that is left comes next.
  return number < removed.number || isThis(removed) ? removed : "other";
}

function markOf(hash: Uint8Array): string {
  return Buffer.from(hash).subarray(0, 8).toString("hex");
}
