import type { Database as Connection } from "better-sqlite3";
import type { DataSource, EntitySchema } from "typeorm";
import type { OpenDatabase } from "../open-database.ts";
import type { SchemaOptions } from "../schema-options.ts";
import { Checkpoints } from "./checkpoints.ts";
import { sqliteDialect } from "./dialect.ts";
import { openSqlite } from "./sqlite.ts";

/** A SQLite database, which has one connection. */
export interface SqliteDatabase extends OpenDatabase<"sqlite"> {
  /**
   * Does work on the connection itself, in one piece, when no transaction is under way. For those who write much: by the
   * library a statement costs several times what the database does.
   */
  readonly onConnection: <Result>(work: (connection: Connection) => Result) => Promise<Result>;
}

/** Opens the database of a folder, creating it or bringing its schema up to date where needed. */
export async function openSqliteDatabase(
  dataDirectory: string,
  tables: readonly EntitySchema[],
  options?: SchemaOptions,
): Promise<SqliteDatabase> {
  return overConnection(await openSqlite(dataDirectory, tables, options));
}

function overConnection(source: DataSource): SqliteDatabase {
  const { databaseConnection } = source.driver as unknown as { databaseConnection: Connection };
  const checkpoints = new Checkpoints(databaseConnection);
  let last: Promise<unknown> = Promise.resolve();
  // A second transaction begun on the connection would end, or be rolled back, with the first.
  function next<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const result = last.then(work);
    // Checkpoints that fail are tried again after a later transaction, and say nothing about this one.
    last = result.then(() => checkpoints.written()).catch(() => undefined);
    return result;
  }
  return {
    dialect: sqliteDialect,
    manager: source.manager,
    transact: (work) => next(() => source.transaction(work)),
    onConnection: (work) => next(() => work(databaseConnection)),
    async close() {
      await last;
      await checkpoints.close();
      if (source.isInitialized) await source.destroy();
    },
  };
}
