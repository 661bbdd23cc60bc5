import type { EntitySchema } from "typeorm";
import type { DialectName } from "./dialect.ts";
import type { MysqlDatabase } from "./mysql/database.ts";
import type { DatabaseServer } from "./mysql/database-url.ts";
import type { SchemaOptions } from "./schema-options.ts";
import { openSqliteDatabase, type SqliteDatabase } from "./sqlite/database.ts";

/** An open database. */
export type Database = Databases[DialectName];

interface Databases {
  readonly sqlite: SqliteDatabase;
  readonly mysql: MysqlDatabase;
}

/** Location of the data. */
export interface DatabaseLocation {
  /** Folder of the SQLite database; made when missing. */
  readonly dataDirectory: string;
  /** A database on a server, instead of SQLite. */
  readonly databaseServer?: DatabaseServer | undefined;
}

/**
 * Opens the database, creating it or bringing its schema up to date where needed.
 *
 * @param tables tables that TypeORM reads and writes; migrations create them
 */
export async function openDatabase(
  { dataDirectory, databaseServer }: DatabaseLocation,
  tables: readonly EntitySchema[],
  options?: SchemaOptions,
): Promise<Database> {
  if (databaseServer === undefined) return openSqliteDatabase(dataDirectory, tables, options);
  // Loaded where it is used: a start on SQLite has no need of the driver.
  const { openMysqlDatabase } = await import("./mysql/database.ts");
  return openMysqlDatabase(databaseServer, tables, options);
}

/** Implementations for each dialect, where measurements justify a difference. */
export type ByDialect<Result> = { readonly [Name in DialectName]: (database: Databases[Name]) => Result };

/** Runs the implementation for the dialect of an open database. */
export function byDialect<Result>(database: Database, choices: ByDialect<Result>): Result {
  const choice = choices[database.dialect.name] as (database: Database) => Result;
  return choice(database);
}
