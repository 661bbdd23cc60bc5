import type { EntitySchema } from "typeorm";
import type { DialectName } from "./dialect.ts";
import { type MysqlDatabase, openMysqlDatabase } from "./mysql/database.ts";
import type { DatabaseServer } from "./mysql/database-url.ts";
import { openSqliteDatabase, type SqliteDatabase } from "./sqlite/database.ts";

/** An open database. */
export type Store = Databases[DialectName];

interface Databases {
  readonly sqlite: SqliteDatabase;
  readonly mysql: MysqlDatabase;
}

/** Where the data are kept. */
export interface StoreLocation {
  /** Folder of the SQLite database; made when missing. */
  readonly dataDirectory: string;
  /** A database on a server, in place of SQLite. */
  readonly databaseServer?: DatabaseServer | undefined;
}

/**
 * Opens the database, creating it or bringing its schema up to date where needed.
 *
 * @param tables those that are read and written by the library; migrations make them
 */
export async function openStore(
  { dataDirectory, databaseServer }: StoreLocation,
  tables: readonly EntitySchema[],
): Promise<Store> {
  return databaseServer === undefined
    ? openSqliteDatabase(dataDirectory, tables)
    : openMysqlDatabase(databaseServer, tables);
}

/** Something of which each dialect has its own, because it was measured to be worth it. */
export type ByDialect<Result> = { readonly [Name in DialectName]: (database: Databases[Name]) => Result };

/** Does with an open database what is there for its dialect. */
export function byDialect<Result>(database: Store, choices: ByDialect<Result>): Result {
  const choice = choices[database.dialect.name] as (database: Store) => Result;
  return choice(database);
}
