import type { EntityManager } from "typeorm";
import { type ColumnList, into } from "./column-list.ts";
import type { StoredRow } from "./dialect.ts";
import { dialectOf } from "./dialects.ts";

/**
 * Inserts rows with one statement; the library's own way costs several times what the database does. A failure must
 * roll back the transaction, because SQLite keeps the rows before it.
 */
export async function insertRows<Row>(
  manager: EntityManager,
  columns: ColumnList<Row>,
  rows: readonly Row[],
): Promise<void> {
  const sql = `${dialectOf(manager).insert} ${into(columns, rows.length)}`;
  await manager.query(
    sql,
    rows.flatMap((row) => columns.values(row)),
  );
}

/**
 * Returns the rows that meet a condition; here, too, the library's own way costs several times what the database does.
 */
export async function selectRows<Row>(
  manager: EntityManager,
  columns: ColumnList<Row>,
  condition: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const sql = `SELECT ${columns.sql} FROM ${columns.table} WHERE ${condition}`;
  const found: StoredRow[] = await manager.query(sql, [...values]);
  return found.map((stored) => columns.read(stored));
}
