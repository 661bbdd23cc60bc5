import type { LastStatements } from "../../../core/alongside.ts";
import type { Draft, Link, StoredRecord } from "./record.ts";

/** Records that are wanted. Conditions that are absent hold for all. */
export interface Conditions {
  readonly actorId?: string | undefined;
  /** A name, or its beginning up to a point. */
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly result?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** The ends of the chain. */
export interface Chain {
  /** The last record. */
  readonly last: Link;
  /** The last record that was removed because it was old. */
  readonly removed: Link;
}

/** Port: the records of a database. */
export interface AuditRecords {
  /** Returns the statements that append records, as the last ones of a transaction. */
  appending(drafts: readonly Draft[]): LastStatements;
  /** Returns the number of the record. */
  append(draft: Draft): Promise<number>;
  /** Reads records below a number, the newest first. */
  list(conditions: Conditions, before: number | undefined, count: number): Promise<StoredRecord[]>;
  /** Reads records above a number, in order. */
  after(number: number, count: number): Promise<StoredRecord[]>;
  /** Reads the record with the result of an act that has a record `BEGUN`; undefined if there is none. */
  resultOf(begun: StoredRecord): Promise<StoredRecord | undefined>;
  /** Reads the ends of the chain; undefined if their row is missing. */
  chain(): Promise<Chain | undefined>;
  /**
   * Removes the records before the first one that is not older than a moment, and appends the record that `draftOf`
   * makes of the last removed one. Returns how many were removed.
   */
  removeBefore(moment: number, draftOf: (removed: Link) => Promise<Draft>): Promise<number>;
}

/** Reads the last record; undefined if there is none. */
export async function auditHead(records: Pick<AuditRecords, "chain">): Promise<Link | undefined> {
  const last = (await records.chain())?.last;
  return last === undefined || last.number === 0 ? undefined : last;
}
