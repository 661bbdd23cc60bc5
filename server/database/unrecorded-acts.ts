import type { EntityManager } from "typeorm";
import type { Alongside, Statement } from "../core/alongside.ts";
import type { Database } from "./source.ts";

/** A change of the whole database, of which the audit log still has no record. */
export interface UnrecordedAct {
  /** Action of its record. */
  readonly action: string;
  /** What it was done with: a migration, or a backup. */
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

/** Forgets the changes that were noted, in the transaction of their records. */
export async function settleUnrecordedActs(
  { manager, dialect, transact }: Database,
  recordsOf: (acts: readonly UnrecordedAct[]) => Promise<Alongside>,
): Promise<void> {
  const isSqlite = dialect.name === "sqlite";
  const exists = isSqlite
    ? "SELECT 1 FROM sqlite_master WHERE name = ?"
    : "SELECT 1 FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?";
  const isThere = async (reader: EntityManager) => (await reader.query(exists, [unrecordedActsTable])).length > 0;
  if (!(await isThere(manager))) return;
  const select = `SELECT action, subject FROM ${unrecordedActsTable} ORDER BY id`;
  if (!isSqlite && (await manager.query(select)).length === 0) return;
  await transact(async (writer) => {
    // Another process was first.
    if (!(await isThere(writer))) return;
    const acts: UnrecordedAct[] = await writer.query(`${select} ${dialect.changeLock}`);
    if (acts.length > 0) await (await recordsOf(acts))(writer);
    await writer.query(isSqlite ? `DROP TABLE ${unrecordedActsTable}` : `DELETE FROM ${unrecordedActsTable}`);
  });
}
