import type { DataSource, EntityManager } from "typeorm";
import { placeholders } from "../dialect.ts";
import type { Work } from "../guarded-work.ts";
import { migrations } from "../migrations/index.ts";
import type { DatabaseServer } from "../mysql/database-url.ts";
import { openMysql } from "../mysql/mysql.ts";
import { exceptSchemaTables } from "../mysql/schema/lease.ts";
import { mysqlTransaction } from "../mysql/transaction.ts";
import { refuseNewer } from "../schema-options.ts";
import { openSqlite } from "../sqlite/sqlite.ts";
import { transactionsOf } from "../sqlite/transaction.ts";
import { decodeRecords, type RowRecord, type Value } from "./row-records.ts";

type Migrations = typeof migrations;

/** Creates a SQLite database from rows, in a folder without one. */
export function fillSqlite(dataDirectory: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  return fill(
    (known) => openSqlite(dataDirectory, [], { known }),
    (source, work) => transactionsOf(source)(work),
    content,
  );
}

/** Inserts rows into a database without tables on a server, in one transaction. */
export async function fillMysql(server: DatabaseServer, content: AsyncIterable<Uint8Array>): Promise<void> {
  const empty = await openMysql(server, [], { known: [] });
  try {
    const [{ tables }] = (await empty.query(
      "SELECT COUNT(*) AS tables FROM INFORMATION_SCHEMA.TABLES " +
        `WHERE TABLE_SCHEMA = DATABASE() AND ${exceptSchemaTables}`,
    )) as [{ tables: bigint }];
    if (tables > 0n) throw new Error("a backup is restored into a database without tables only");
  } finally {
    await empty.destroy();
  }
  return fill((known) => openMysql(server, [], { known }), mysqlTransaction, content);
}

/**
 * Creates the tables with the schema of the backup, even if newer migrations exist: the next start migrates the tables
 * together with their rows.
 */
async function fill(
  openWith: (known: Migrations) => Promise<DataSource>,
  transact: (source: DataSource, work: Work<void>) => Promise<void>,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const records = decodeRecords(content);
  const first = (await records.next()).value as RowRecord | undefined;
  if (first?.type !== "migrations") throw new Error("the rows do not begin with the migrations of their tables");
  const source = await openWith(knownOf(first.names));
  try {
    await transact(source, (writer) => insertAll(writer, records));
  } finally {
    await source.destroy();
  }
}

function knownOf(names: readonly string[]): Migrations {
  refuseNewer(names, "backup");
  return migrations.filter(({ name }) => names.includes(name));
}

/** Rows, or bytes, per INSERT statement. */
const rowsAtOnce = 100;
const bytesAtOnce = 1_048_576;

async function insertAll(writer: EntityManager, records: AsyncIterable<RowRecord>): Promise<void> {
  let into = { table: "", columns: [] as readonly string[] };
  let waiting: (readonly Value[])[] = [];
  let [bytes, inserted, expected] = [0, 0, -1];

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const { table, columns } = into;
    const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${placeholders(waiting.length, columns.length)}`;
    await writer.query(sql, waiting.flat());
    inserted += waiting.length;
    [waiting, bytes] = [[], 0];
  }

  for await (const record of records) {
    if (record.type === "row") {
      waiting.push(record.values);
      bytes += record.values.reduce((sum, value) => sum + sizeOf(value), 0);
      if (waiting.length >= rowsAtOnce || bytes >= bytesAtOnce) await flush();
      continue;
    }
    await flush();
    if (record.type === "end") expected = record.rows;
    if (record.type !== "table") continue;
    into = record;
    // The rows of the backup include those that migrations have inserted.
    await writer.query(`DELETE FROM ${into.table}`);
  }
  if (inserted !== expected) throw new Error("the backup does not have as many rows as it states");
}

function sizeOf(value: Value): number {
  return value === null || typeof value === "bigint" ? 8 : value.length;
}
