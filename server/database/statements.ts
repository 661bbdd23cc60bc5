import type { EntityManager, EntitySchema, ObjectLiteral } from "typeorm";
import { placeholders } from "./dialect.ts";
import { dialectOf } from "./dialects.ts";

/**
 * Inserts rows by one statement; the library's own way costs several times what the database does. What fails must undo
 * the transaction: SQLite leaves the rows before it.
 */
export async function insertRows<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  rows: readonly Row[],
): Promise<void> {
  const { tableName, columns } = manager.getRepository(schema).metadata;
  const names = columns.map(({ databaseName }) => databaseName).join(", ");
  const values = rows.flatMap((row) =>
    columns.map((column) => {
      const value: unknown = row[column.propertyName];
      const transformer = transformerOf(column);
      return transformer === undefined ? value : transformer.to(value);
    }),
  );
  await manager.query(
    `${dialectOf(manager).insert} INTO ${tableName} (${names}) VALUES ${placeholders(rows.length, columns.length)}`,
    values,
  );
}

/** The rows for which a condition holds; the library's own way costs several times what the database does here, too. */
export async function selectRows<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  condition: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { tableName, columns } = manager.getRepository(schema).metadata;
  const names = columns.map(({ databaseName }) => databaseName).join(", ");
  const found: { [column: string]: unknown }[] = await manager.query(
    `SELECT ${names} FROM ${tableName} WHERE ${condition}`,
    [...values],
  );
  return found.map((stored) => {
    const row: { [property: string]: unknown } = {};
    for (const column of columns) {
      const value = stored[column.databaseName];
      const transformer = transformerOf(column);
      row[column.propertyName] = transformer === undefined ? value : transformer.from(value);
    }
    return row as Row;
  });
}

interface Transformer {
  to(value: unknown): unknown;
  from(stored: unknown): unknown;
}

function transformerOf({ transformer }: { readonly transformer?: unknown }): Transformer | undefined {
  return transformer as Transformer | undefined;
}
