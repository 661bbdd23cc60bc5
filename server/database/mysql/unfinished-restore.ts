import type { DataSource, EntityManager } from "typeorm";
import { errorCodeOf } from "../driver-error.ts";
import { createUnrecordedActs, noting, type UnrecordedAct, unrecordedActsTable } from "../unrecorded-acts.ts";

/** Table whose only row exists while a restore into the database has not ended. */
export const unfinishedRestoreTable = "unfinished_restore";

/** A restore that has begun. */
export interface UnfinishedRestore {
  /** Id of the backup. */
  readonly backup: string;
  /** Number of the backup's records whose rows are in the tables. */
  readonly records: number;
}

/** Returns the restore that has not ended; undefined if there is none. */
export async function unfinishedRestore(source: DataSource): Promise<UnfinishedRestore | undefined> {
  try {
    const rows = await source.query(`SELECT backup, records FROM ${unfinishedRestoreTable}`);
    const [row] = rows as { backup: string; records: bigint }[];
    return row && { backup: row.backup, records: Number(row.records) };
  } catch (error) {
    if (errorCodeOf(error) === "ER_NO_SUCH_TABLE") return undefined;
    throw error;
  }
}

/** Notes in a database without tables that a restore begins. */
export async function noteRestore(source: DataSource, { backup, records }: UnfinishedRestore): Promise<void> {
  await source.query(
    `CREATE TABLE IF NOT EXISTS ${unfinishedRestoreTable} ` +
      "(id int PRIMARY KEY NOT NULL, backup varchar(64) NOT NULL, records bigint NOT NULL)",
  );
  await source.query(`REPLACE INTO ${unfinishedRestoreTable} VALUES (1, ?, ?)`, [backup, records]);
}

/**
 * Notes the progress in the transaction of the rows that were inserted.
 *
 * @throws Error if another process has restored since
 */
export async function noteProgress(writer: EntityManager, from: number, to: number): Promise<void> {
  await writer.query(`UPDATE ${unfinishedRestoreTable} SET records = ? WHERE records = ?`, [to, from]);
  const [row] = (await writer.query(`SELECT records FROM ${unfinishedRestoreTable} FOR UPDATE`)) as {
    records: bigint;
  }[];
  if (Number(row?.records) !== to) throw new Error("another process restores into the same database");
}

/** Ends a restore, and notes for the audit log that it was made; the migrations before it were part of it. */
export async function endRestore(source: DataSource, act: UnrecordedAct | undefined): Promise<void> {
  if (act !== undefined) {
    const { sql, values } = noting(act);
    await source.query(createUnrecordedActs);
    await source.query(`DELETE FROM ${unrecordedActsTable}`);
    await source.query(sql, [...values]);
  }
  await source.query(`DROP TABLE ${unfinishedRestoreTable}`);
}

/** @throws Error if the database has a part of a backup */
export async function refuseUnfinishedRestore(source: DataSource): Promise<void> {
  if ((await unfinishedRestore(source)) === undefined) return;
  throw new Error(
    "A restore into it has not ended, and only a part of the backup is there. Run the same restore again, which goes on.",
  );
}
