import type { EntitySchema, EntitySchemaColumnOptions, ValueTransformer } from "typeorm";
import { placeholders, type StoredRow } from "./dialect.ts";

/**
 * Columns of a table, in the order of names in statements and of values in rows. Every statement about a table is built
 * from such lists, when its module is loaded.
 */
export interface ColumnList<Row> extends ColumnNames {
  /** Returns the values of a row in the form that the database accepts. */
  values(row: Row): unknown[];
  /** Reads a row from a result, which may have other columns, too. */
  read(stored: StoredRow): Row;
}

export interface ColumnNames {
  readonly table: string;
  /** Names in the database, such as `key_id`. */
  readonly names: readonly string[];
  /** The names, separated by commas. */
  readonly sql: string;
}

/** A schema's options for every property of a row: a missing one is a type error. */
export type EveryColumn<Row> = { readonly [Property in keyof Row]: EntitySchemaColumnOptions };

/** The columns of a table: all of them, or those of some properties. */
export function columnsOf<Row>(schema: EntitySchema<Row>): ColumnList<Row>;
export function columnsOf<Row, Property extends string & keyof Row>(
  schema: EntitySchema<Row>,
  properties: readonly Property[],
): ColumnList<Pick<Row, Property>>;
export function columnsOf(
  { options }: EntitySchema<StoredRow>,
  properties: readonly string[] = Object.keys(options.columns),
): ColumnList<StoredRow> {
  const columns = properties.map((property) => {
    const { name = property, transformer } = options.columns[property] as EntitySchemaColumnOptions;
    return { property, name, transformer: transformer as ValueTransformer | undefined };
  });
  const names = columns.map(({ name }) => name);
  return {
    table: options.tableName as string,
    names,
    sql: names.join(", "),
    values: (row) =>
      columns.map(({ property, transformer }) =>
        transformer === undefined ? row[property] : transformer.to(row[property]),
      ),
    read(stored) {
      const row: Record<string, unknown> = {};
      for (const { property, name, transformer } of columns) {
        row[property] = transformer === undefined ? stored[name] : transformer.from(stored[name]);
      }
      return row;
    },
  };
}

/** Returns the statement that inserts so many rows, without the `INSERT`. */
export function into({ table, sql, names }: ColumnNames, rows = 1): string {
  return `INTO ${table} (${sql}) VALUES ${placeholders(rows, names.length)}`;
}
