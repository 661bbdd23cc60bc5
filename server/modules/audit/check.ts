import { type Link, recordHash, removalAction, removalValues, type StoredRecord } from "./domain/record.ts";
import type { AuditRecords } from "./domain/records.ts";

/** Something about the audit log that is not as it was written. */
export interface AuditFinding {
  /** The record, or the end of the chain. */
  readonly place: string;
  readonly flaw: string;
}

/** A record that others have seen in the log, such as the last one at a backup. */
export interface KnownRecord extends Link {
  readonly witness: string;
}

/** Records read at a time. */
const pageSize = 500;
/** Most findings; after so many it is clear that the log was changed. */
const findingsMax = 100;

/**
 * Checks each record that the chain had when the check began, and the ends of the chain. Compares it with records that others
 * have seen before; those that the retention has removed since are not compared.
 */
export async function auditFindings(
  records: Pick<AuditRecords, "chain" | "after">,
  known: readonly KnownRecord[] = [],
): Promise<{ readonly checked: number; readonly findings: AuditFinding[] }> {
  const chain = await records.chain();
  if (chain === undefined)
    return { checked: 0, findings: [{ place: "audit log", flaw: "the end of its chain is missing" }] };
  const findings: AuditFinding[] = [];
  const find = (number: number, flaw: string) => findings.push({ place: `audit record ${number}`, flaw });
  const compare = ({ number, hash }: Link) => {
    for (const { witness } of known.filter((one) => one.number === number && Buffer.compare(one.hash, hash) !== 0))
      find(number, `is another one than in ${witness}`);
  };
  for (const { number, witness } of known)
    if (number > chain.last.number) find(number, `is missing, although ${witness} has it`);
  compare(chain.removed);
  let { removed: previous } = chain;
  let checked = 0;
  let removal: StoredRecord | undefined;
  reading: for (let after = previous.number; findings.length < findingsMax; ) {
    const page = await records.after(after, pageSize);
    for (const record of page) {
      if (record.number > chain.last.number || findings.length >= findingsMax) break reading;
      for (let missing = previous.number + 1; missing < record.number && findings.length < findingsMax; missing++)
        find(missing, "is missing");
      const isNext = record.number === previous.number + 1;
      // After a gap only the record itself is known, not what was before it.
      if (isNext && Buffer.compare(recordHash(previous, record), record.hash) !== 0)
        find(record.number, "is not as it was written");
      compare(record);
      if (record.action === removalAction) removal = record;
      previous = record;
      checked++;
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.number;
  }
  if (findings.length >= findingsMax) return { checked, findings };
  if (chain.removed.number > 0 && removal?.plain !== JSON.stringify(removalValues(chain.removed)))
    find(chain.removed.number, "and those before it are missing, and no record says that they were removed");
  for (let missing = previous.number + 1; missing <= chain.last.number && findings.length < findingsMax; missing++)
    find(missing, "is missing");
  const isEnd = previous.number === chain.last.number;
  if (isEnd && Buffer.compare(previous.hash, chain.last.hash) !== 0)
    find(previous.number, "has another hash than the end of the chain");
  return { checked, findings };
}
