import type { DataSource } from "typeorm";
import type { Work } from "../guarded-work.ts";
import { migrations } from "../migrations/index.ts";
import type { DatabaseServer } from "../mysql/database-url.ts";
import { openMysql } from "../mysql/mysql.ts";
import { exceptSchemaTables } from "../mysql/schema/lease.ts";
import { mysqlTransaction } from "../mysql/transaction.ts";
import { endRestore, noteProgress, noteRestore, unfinishedRestore } from "../mysql/unfinished-restore.ts";
import { refuseNewer } from "../schema-options.ts";
import { openSqlite } from "../sqlite/sqlite.ts";
import { transactionsOf } from "../sqlite/transaction.ts";
import type { UnrecordedAct } from "../unrecorded-acts.ts";
import { RowDigests } from "./row-digests.ts";
import { decodeRecords, type RowRecord } from "./row-records.ts";
import { after, beginning, insertRecords, type Place, sizeOf } from "./row-writer.ts";
import { rowsOf } from "./rows-out.ts";

type Migrations = typeof migrations;

/** Rows of a backup. */
export interface Rows {
  /** Id of the backup: the same rows have the same id. */
  readonly id: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Act for the audit log; absent: nothing is recorded. */
  readonly act?: UnrecordedAct | undefined;
}

/** Options for tests. */
export interface FillOptions {
  /** Most records of a transaction. */
  readonly recordsAtOnce?: number;
  /** Called after each transaction; a throw cancels the operation. */
  readonly afterTransaction?: () => void;
}

/** Bytes of a transaction. */
const bytesAtOnce = 8_388_608;

/**
 * Creates a SQLite database from rows, in a folder without one. The tables have the schema of the backup, even if newer
 * migrations exist: the next start migrates the tables together with their rows.
 */
export async function fillSqlite(dataDirectory: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const records = decodeRecords(content);
  const source = await openSqlite(dataDirectory, [], { known: await knownOf(records) });
  try {
    await transactionsOf(source)(async (writer) => {
      let place = beginning;
      for await (const chunk of chunksOf(records)) place = await insertRecords(writer, chunk, place);
    });
  } finally {
    await source.destroy();
  }
}

/**
 * Inserts rows into a database without tables on a server, and compares what is there with them. Goes on where an earlier call with the same rows was cut off;
 * until it has ended, nobody else opens the database.
 *
 */
export async function fillMysql(
  server: DatabaseServer,
  { id, content, act }: Rows,
  { recordsAtOnce, afterTransaction = () => undefined }: FillOptions = {},
): Promise<void> {
  const records = decodeRecords(content);
  const known = await knownOf(records);
  const done = await beginRestore(server, id);
  const source = await openMysql(server, [], { known, isRestoring: true });
  try {
    const digests = new RowDigests();
    let place = await placeAfter(done, records, digests);
    for await (const chunk of chunksOf(records, recordsAtOnce)) {
      const from = place;
      place = await transactionOf(source)(async (writer) => {
        const next = await insertRecords(writer, chunk, from);
        await noteProgress(writer, from.records, next.records);
        return next;
      });
      for (const record of chunk) digests.add(record);
      afterTransaction();
    }
    await expectRows(source, digests);
    await endRestore(source, act);
  } finally {
    await source.destroy();
  }
}

function transactionOf(source: DataSource) {
  return <Result>(work: Work<Result>) => mysqlTransaction(source, work);
}

/** Notes that a restore begins, and returns how many records of the backup an earlier one has inserted. */
async function beginRestore(server: DatabaseServer, backup: string): Promise<number> {
  const source = await openMysql(server, [], { known: [], isRestoring: true });
  try {
    const [{ tables }] = (await source.query(
      "SELECT COUNT(*) AS tables FROM INFORMATION_SCHEMA.TABLES " +
        `WHERE TABLE_SCHEMA = DATABASE() AND ${exceptSchemaTables}`,
    )) as [{ tables: bigint }];
    const begun = await unfinishedRestore(source);
    if (begun?.backup === backup) return begun.records;
    if (tables > 0n) {
      const other = "a part of another backup is there: create the database anew, or restore that one again";
      throw new Error(begun ? other : "a backup is restored into a database without tables only");
    }
    await noteRestore(source, { backup, records: beginning.records });
    return beginning.records;
  } finally {
    await source.destroy();
  }
}

/** Skips the records that an earlier restore has inserted. */
async function placeAfter(done: number, records: AsyncIterator<RowRecord>, digests: RowDigests): Promise<Place> {
  let place = beginning;
  while (place.records < done) {
    const { value, done: isEnd } = await records.next();
    if (isEnd) throw new Error("the backup has fewer rows than an earlier restore of it has inserted");
    digests.add(value);
    place = after(place, value);
  }
  return place;
}

/** @throws Error unless the database has the rows that were inserted, and no others */
async function expectRows(source: DataSource, inserted: RowDigests): Promise<void> {
  const digests = new RowDigests();
  for await (const record of decodeRecords(rowsOf(source))) digests.add(record);
  const different = inserted.differences(digests);
  if (different.length === 0) return;
  throw new Error(`the rows that were inserted are not those that are there: ${different.join("; ")}`);
}

/** Reads the first record, and returns the migrations that have made the tables. */
async function knownOf(records: AsyncIterator<RowRecord>): Promise<Migrations> {
  const first = (await records.next()).value as RowRecord | undefined;
  if (first?.type !== "migrations") throw new Error("the rows do not begin with the migrations of their tables");
  const { names } = first;
  refuseNewer(names, "backup");
  return migrations.filter(({ name }) => names.includes(name));
}

/**
 * Splits records into parts of a transaction each.
 *
 * @throws Error if the last record is missing
 */
async function* chunksOf(records: AsyncIterable<RowRecord>, recordsAtOnce = 5_000): AsyncGenerator<RowRecord[]> {
  let chunk: RowRecord[] = [];
  let bytes = 0;
  let isWhole = false;
  for await (const record of records) {
    chunk.push(record);
    bytes += sizeOf(record);
    isWhole = record.type === "end";
    if (isWhole || chunk.length >= recordsAtOnce || bytes >= bytesAtOnce) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
  }
  if (!isWhole) throw new Error("the backup does not have as many rows as it states");
}
