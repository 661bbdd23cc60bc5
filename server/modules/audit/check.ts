import { type Link, recordHash, removalAction, removalValues, type StoredRecord } from "./domain/record.ts";
import type { AuditRecords, Chain } from "./domain/records.ts";

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

interface AuditCheck {
  readonly checked: number;
  readonly findings: AuditFinding[];
}

/** Records read at a time. */
const pageSize = 500;
/** Most findings; after so many it is clear that the log was changed. */
const findingsMax = 100;
/** Times that a check is made again because records were removed meanwhile. */
const repetitionsMax = 3;

/**
 * Checks each record that the chain had when the check began, and the ends of the chain. Compares it with records that others
 * have seen before; those that the retention has removed since are not compared.
 */
export async function auditFindings(
  records: Pick<AuditRecords, "chain" | "after">,
  known: readonly KnownRecord[] = [],
): Promise<AuditCheck> {
  for (let repetition = 0; ; repetition++) {
    const chain = await records.chain();
    if (chain === undefined)
      return { checked: 0, findings: [{ place: "audit log", flaw: "the end of its chain is missing" }] };
    const check = await checkChain(records, chain, known);
    if (check.findings.length === 0 || repetition >= repetitionsMax) return check;
    // Records that the retention removes meanwhile look as if they were missing.
    if ((await records.chain())?.removed.number === chain.removed.number) return check;
  }
}

async function checkChain(
  records: Pick<AuditRecords, "chain" | "after">,
  chain: Chain,
  known: readonly KnownRecord[],
): Promise<AuditCheck> {
  const { findings, find, isFull } = collector();
  const compare = ({ number, hash }: Link) => {
    for (const { witness } of known.filter((one) => one.number === number && !isSame(one.hash, hash)))
      find(number, `is another one than in ${witness}`);
  };
  const missing = (from: number, until: number) => {
    for (let number = from; number < until && !isFull(); number++) find(number, "is missing");
  };
  for (const { number, witness } of known)
    if (number > chain.last.number) find(number, `is missing, although ${witness} has it`);
  for (const number of await strangers(records, chain)) find(number, "is outside of the chain");
  compare(chain.removed);
  let { removed: previous } = chain;
  let checked = 0;
  let removal: StoredRecord | undefined;
  for await (const record of recordsOf(records, chain)) {
    if (isFull()) return { checked, findings };
    if (!Number.isSafeInteger(record.number)) find(record.number, "has a number that no record can have");
    missing(previous.number + 1, record.number);
    const isNext = record.number === previous.number + 1;
    // After a gap only the record itself is known, not what was before it.
    if (isNext && !isAsWritten(previous, record)) find(record.number, "is not as it was written");
    compare(record);
    if (record.action === removalAction) removal = record;
    previous = record;
    checked++;
  }
  missing(previous.number + 1, chain.last.number + 1);
  if (chain.removed.number > 0 && removal?.plain !== JSON.stringify(removalValues(chain.removed)))
    find(chain.removed.number, "and those before it are missing, and no record says that they were removed");
  if (previous.number === chain.last.number && !isSame(previous.hash, chain.last.hash))
    find(previous.number, "has another hash than the end of the chain");
  return { checked, findings };
}

/** Reads the records of a chain in order. Ends at one whose number is no integer, as one that was forged. */
async function* recordsOf(
  records: Pick<AuditRecords, "after">,
  { removed, last }: Chain,
): AsyncGenerator<StoredRecord, void> {
  for (let after = removed.number; ; ) {
    const page = await records.after(after, pageSize);
    for (const record of page) {
      if (record.number > last.number) return;
      yield record;
      if (!Number.isSafeInteger(record.number)) return;
      after = record.number;
    }
    if (page.length === 0) return;
  }
}

/** Returns the numbers of the first record before the chain, and the first one behind it. */
async function strangers(records: Pick<AuditRecords, "chain" | "after">, { removed, last }: Chain): Promise<number[]> {
  const [first] = await records.after(-(2 ** 63), 1);
  const [later] = await records.after(last.number, 1);
  // Read last: a record that was appended meanwhile has a place in this one.
  const now = await records.chain();
  const isBefore = first !== undefined && first.number <= removed.number;
  const isBehind = later !== undefined && now !== undefined && later.number > now.last.number;
  return [...(isBefore ? [first.number] : []), ...(isBehind ? [later.number] : [])];
}

function collector() {
  const findings: AuditFinding[] = [];
  const isFull = () => findings.length >= findingsMax;
  const find = (number: number, flaw: string) => {
    if (!isFull()) findings.push({ place: `audit record ${number}`, flaw });
  };
  return { findings, find, isFull };
}

function isAsWritten(previous: Link, record: StoredRecord): boolean {
  // The column of SQLite can hold what is no integer.
  return Number.isSafeInteger(record.atMs) && isSame(recordHash(previous, record), record.hash);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
