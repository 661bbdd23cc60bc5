import type { DataSource, QueryRunner } from "typeorm";
import { exceptSchemaTables } from "../mysql/schema/lease.ts";
import { encodeRecord, type Value } from "./row-records.ts";

/** Reads every row of a database on a server, in a snapshot taken when the first row is requested. */
export async function* rowsOf(source: DataSource): AsyncGenerator<Uint8Array> {
  const runner = source.createQueryRunner();
  let isDone = false;
  try {
    // One snapshot for all tables, without locks. The isolation level applies to this transaction only.
    await runner.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    await runner.query("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
    const migrations = (await runner.query("SELECT name FROM migrations ORDER BY id")) as { name: string }[];
    yield encodeRecord({ type: "migrations", names: migrations.map(({ name }) => name) });
    let rows = 0;
    for (const { table, columns } of await tablesOf(runner)) {
      yield encodeRecord({ type: "table", table, columns });
      const all = (await runner.stream(`SELECT ${columns.join(", ")} FROM ${table}`)) as AsyncIterable<Row>;
      for await (const row of all) {
        yield encodeRecord({ type: "row", values: columns.map((name) => row[name] as Value) });
        rows++;
      }
    }
    yield encodeRecord({ type: "end", rows });
    await runner.query("COMMIT");
    isDone = true;
  } finally {
    // Unread rows would block the connection for any other use.
    if (!isDone) (await runner.connect()).destroy();
    await runner.release();
  }
}

type Row = Record<string, Value>;

/** Lists the tables of the database itself, so that a table unknown to the service is not lost. */
async function tablesOf(runner: QueryRunner): Promise<{ table: string; columns: string[] }[]> {
  const found = (await runner.query(
    "SELECT TABLE_NAME AS `table`, COLUMN_NAME AS `column` FROM INFORMATION_SCHEMA.COLUMNS " +
      `WHERE TABLE_SCHEMA = DATABASE() AND ${exceptSchemaTables} ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  )) as { table: string; column: string }[];
  const tables = Map.groupBy(found, ({ table }) => table);
  return [...tables].map(([table, columns]) => ({ table, columns: columns.map(({ column }) => column) }));
}
