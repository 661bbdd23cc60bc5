import type { DataSource, QueryRunner } from "typeorm";
import { encodeRecord, type Value } from "./row-records.ts";

/** Every row of a database on a server, as it is at the moment when the first of them is asked for. */
export async function* rowsOf(source: DataSource): AsyncGenerator<Uint8Array> {
  const runner = source.createQueryRunner();
  let isDone = false;
  try {
    // One view for all tables, which locks nothing. The level is of this transaction alone.
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
    // Rows that nobody reads would keep the connection from anything else.
    if (!isDone) (await runner.connect()).destroy();
    await runner.release();
  }
}

type Row = Record<string, Value>;

/** What the database has, and not what the service knows: a table that is forgotten there is not lost here. */
async function tablesOf(runner: QueryRunner): Promise<{ table: string; columns: string[] }[]> {
  const found = (await runner.query(
    "SELECT TABLE_NAME AS `table`, COLUMN_NAME AS `column` FROM INFORMATION_SCHEMA.COLUMNS " +
      "WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME <> 'migrations' ORDER BY TABLE_NAME, ORDINAL_POSITION",
  )) as { table: string; column: string }[];
  const tables = Map.groupBy(found, ({ table }) => table);
  return [...tables].map(([table, columns]) => ({ table, columns: columns.map(({ column }) => column) }));
}
