import type { EntityManager } from "typeorm";
import { type ColumnList, into } from "./column-list.ts";
import type { StoredRow } from "./dialect.ts";
import { dialectOf } from "./dialects.ts";

/**
 * Inserts rows by one statement; the library's own way costs several times what the database does. What fails must undo
 * the transaction: SQLite leaves the rows before it.
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

/** The rows for which a condition holds; the library's own way costs several times what the database does here, too. */
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
