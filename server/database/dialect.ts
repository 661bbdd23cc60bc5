import type { DataSourceOptions } from "typeorm";

/** The dialects of SQL. MariaDB speaks `mysql`, too. */
const dialectNames = ["sqlite", "mysql"] as const;
export type DialectName = (typeof dialectNames)[number];

export function isDialectName(name: unknown): name is DialectName {
  return dialectNames.includes(name as DialectName);
}

/**
 * Answers every question in which databases differ. What they have in common is not asked: statements have a `?` for
 * each value, and every integer is answered as bigint. An adapter makes its driver keep to both.
 */
export interface Dialect<Name extends DialectName = DialectName> {
  readonly name: Name;
  /** TypeORM's name of the driver. */
  readonly driver: DataSourceOptions["type"];
  /** Parts of the statements that make tables. Released migrations are built of them, so they never change. */
  readonly schema: SchemaDialect;
  /** Begins a statement that inserts many rows. When it fails, the transaction must be undone. */
  readonly insert: string;
  /** Ends an insertion: a row that is there already, by its key, takes the new values of these columns. */
  overwrite(columns: readonly string[]): string;
  /** Ends a selection whose rows nobody else may change until the transaction ends. */
  readonly shareLock: string;
  /** A list of texts, to stand behind `IN`. */
  list(texts: readonly string[]): { readonly sql: string; readonly values: readonly string[] };
  /** Whether a write failed because a key that must be unique is there already. */
  isDuplicateKey(error: unknown): boolean;
  /** Whether every other write would fail, too: the database is full, damaged, or locked by somebody else. */
  isOutage(error: unknown): boolean;
  /** How often a transaction that failed with this error is attempted. */
  attemptsMax(error: unknown): number;
}

/** Types of columns, and clauses of `CREATE TABLE`. */
export interface SchemaDialect {
  /** 32 bytes, which may be unique. */
  readonly digest: ColumnType;
  /** At most 16 MiB. */
  readonly bytes: ColumnType;
  /** At most 1024 bytes. */
  readonly wrappedKey: ColumnType;
  /** An integer as primary key. */
  readonly integerKey: string;
  /** The same, given by the database. */
  readonly generatedKey: string;
  /** Behind the columns: keeps the rows in the order of the primary key. */
  readonly clustered: string;
}

export interface ColumnType {
  readonly type: string;
  readonly length?: string;
}

/** A row by the names of its columns. */
export type StoredRow = { readonly [column: string]: unknown };

/** The placeholders of so many rows of so many values: `(?,?),(?,?)`. */
export function placeholders(rows: number, columns: number): string {
  const row = `(${new Array(columns).fill("?").join(",")})`;
  return new Array(rows).fill(row).join(",");
}
