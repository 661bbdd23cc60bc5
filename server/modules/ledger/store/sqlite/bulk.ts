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
  const width = columns.names.length;
  const one = connection.prepare(`${sqliteDialect.insert} ${into(columns)}`);
  const many = connection.prepare(`${sqliteDialect.insert} ${into(columns, rowsAtOnce)}`);
  return (rows) => {
    const values = rows.flatMap((row) => columns.values(row));
    let place = 0;
    for (let next = rowsAtOnce * width; next <= values.length; next += rowsAtOnce * width) {
      many.run(values.slice(place, next));
      place = next;
    }
    for (; place < values.length; place += width) one.run(values.slice(place, place + width));
  };
}

/** More gain little. */
const rowsAtOnce = 24;
