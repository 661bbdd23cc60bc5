import type { Database as Connection } from "better-sqlite3";
import { type ColumnList, into } from "../../../../database/column-list.ts";
import { sqliteDialect } from "../../../../database/sqlite/dialect.ts";

/** Inserts rows. */
export type BulkInsert<Row> = (rows: readonly Row[]) => void;

/**
 * Inserts many rows per statement, since half the cost of a single-row insert is the call. After a failure the
 * transaction must be rolled back, because the rows before the failed one stay: to undo a single statement, SQLite
 * would have to keep a copy of every page that it changes.
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

/** Rows per statement; more gain little. */
const rowsAtOnce = 24;
