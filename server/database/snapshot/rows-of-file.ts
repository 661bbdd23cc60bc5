import Sqlite from "better-sqlite3";
import { gatheredOnSqlite } from "../migrations/1764400000000-gather-postings.ts";
import { ownOfSqlite } from "../migrations/1767000000000-count-changes-of-wallet-facts.ts";
import { encodeRecord, type Value } from "./row-records.ts";

/**
 * Reads every row of a SQLite database that nobody writes, in the tables that a server has. The same file gives the same
 * records.
 */
export async function* rowsOfFile(path: string): AsyncGenerator<Uint8Array> {
  const connection = new Sqlite(path, { readonly: true, fileMustExist: true });
  connection.defaultSafeIntegers();
  try {
    const migrations = connection.prepare("SELECT name FROM migrations ORDER BY id").pluck().all() as string[];
    yield encodeRecord({ type: "migrations", names: migrations });
    let rows = 0;
    for (const { table, columns, parts } of tablesOf(connection)) {
      yield encodeRecord({ type: "table", table, columns });
      for (const part of parts) {
        const all = connection.prepare<[], Value[]>(`SELECT ${columns.join(", ")} FROM ${part}`).raw();
        for (const values of all.iterate()) {
          yield encodeRecord({ type: "row", values });
          rows++;
        }
      }
    }
    yield encodeRecord({ type: "end", rows });
  } finally {
    connection.close();
  }
}

interface FileTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** Tables of the file with its rows. */
  readonly parts: readonly string[];
}

function tablesOf(connection: Sqlite.Database): FileTable[] {
  const names = connection
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' " +
        "AND name <> 'migrations' ORDER BY name",
    )
    .pluck()
    .all() as string[];
  const kept = names.filter((name) => !ownOfSqlite.includes(name));
  const columnsOf = connection.prepare("SELECT name FROM pragma_table_info(?) ORDER BY cid").pluck();
  const byTable = Map.groupBy(kept, (name) => gatheredOnSqlite[name] ?? name);
  return [...byTable].map(([table, parts]) => ({ table, columns: columnsOf.all(table) as string[], parts }));
}
