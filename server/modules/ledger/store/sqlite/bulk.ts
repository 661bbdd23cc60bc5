import type { Database as Connection } from "better-sqlite3";

/** Inserts rows, whose values are given one row after the other. */
export type BulkInsert = (values: readonly unknown[]) => void;

/**
 * Inserts many rows by a statement: of what a row costs by itself, half is the call. What fails must undo the transaction,
 * because the rows before it stay: to undo one statement alone, SQLite would keep a copy of every page that it changes.
 *
 * @param into the table and its columns in parentheses
 */
export function bulkInsert(connection: Connection, into: string): BulkInsert {
  const width = into.split(",").length;
  const row = `(${Array(width).fill("?").join(", ")})`;
  const one = connection.prepare(`INSERT OR FAIL INTO ${into} VALUES ${row}`);
  const many = connection.prepare(`INSERT OR FAIL INTO ${into} VALUES ${Array(rowsAtOnce).fill(row).join(", ")}`);
  return (values) => {
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
