import type { Database as Connection } from "better-sqlite3";
import { type ColumnList, into } from "../../../../database/column-list.ts";
import { sqliteDialect } from "../../../../database/sqlite/dialect.ts";

/** Inserts rows. */
export type BulkInsert<Row> = (rows: readonly Row[]) => void;

/**
 * Inserts many rows by a statement: of what a row costs by itself, half is the call. What fails must undo the transaction,
 * because the rows before it stay: to undo one statement alone, SQLite would keep a copy of every page that it changes.
 */
export function bulkInsert<Row>(connection: Connection, columns: ColumnList<Row>): BulkInsert<Row> {
  const one = connection.prepare(`${sqliteDialect.insert} ${into(columns)}`);
  const many = connection.prepare(`${sqliteDialect.insert} ${into(columns, rowsAtOnce)}`);
  return (rows) => {
    let place = 0;
    for (; place + rowsAtOnce <= rows.length; place += rowsAtOnce) {
      many.run(rows.slice(place, place + rowsAtOnce).flatMap((row) => columns.values(row)));
    }
    for (const row of rows.slice(place)) one.run(columns.values(row));
  };
}

/** More gain little. */
const rowsAtOnce = 24;
