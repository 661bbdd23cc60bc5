import type { Statement } from "../core/alongside.ts";

/** A change of the whole database, of which the audit log still has no record. */
export interface UnrecordedAct {
  /** Action of its record. */
  readonly action: string;
  /** Migration or backup that it was done with. */
  readonly subject: string;
}

/**
 * Table of such changes, which are made before the audit log is there, or with statements that commit by themselves. A
 * change is noted with what completes it, and recorded by whoever opens the database next.
 */
export const unrecordedActsTable = "unrecorded_acts";

/** Statement that makes the table on a server, where it stays. */
export const createUnrecordedActs =
  `CREATE TABLE IF NOT EXISTS ${unrecordedActsTable} (id int PRIMARY KEY NOT NULL AUTO_INCREMENT, ` +
  "action varchar(64) NOT NULL, subject varchar(255) NOT NULL)";

/** The same on SQLite, where it is removed with the records. */
export const createUnrecordedActsOnSqlite =
  `CREATE TABLE IF NOT EXISTS ${unrecordedActsTable} (id integer PRIMARY KEY NOT NULL, ` +
  "action varchar(64) NOT NULL, subject varchar(255) NOT NULL)";

/** Returns the statement that notes a change. */
export function noting({ action, subject }: UnrecordedAct): Statement {
  return { sql: `INSERT INTO ${unrecordedActsTable} (action, subject) VALUES (?, ?)`, values: [action, subject] };
}
