import type { Database } from "better-sqlite3";
import type { DataSource, EntityManager, EntitySchema } from "typeorm";
import type { DatabaseServer } from "./mysql/database-url.ts";
import { openMysql, openMysqlScripts } from "./mysql/mysql.ts";
import { overPool } from "./mysql/pool.ts";
import type { Scripts } from "./mysql/scripts.ts";
import { openSqlite } from "./sqlite/sqlite.ts";

/** An open database whose schema is up to date. */
export interface Store {
  /** The dialect of SQL: MariaDB is `mysql`, too. */
  readonly kind: "sqlite" | "mysql";
  /** For reads outside a transaction. Writes go through `transact`. */
  readonly manager: EntityManager;
  /**
   * Runs the work in a transaction of its own: all of it is stored durably, or, when it rejects, none of it.
   *
   * On SQLite the transactions come one after the other. On MySQL they run side by side, and each of their statements
   * sees what others have committed: what must not change between a read and a write is locked by the read, or written
   * under a condition. Work that the database broke off because of another's locks is run again, so it must have no
   * effect but on the database, and must not keep the database's errors to itself. Inside it only its own manager may
   * be used.
   *
   * @throws DatabaseUnavailable when the database cannot be reached, or was lost on the way.
   */
  transact<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result>;
  /**
   * SQLite only: does work on the connection itself, in one piece, when no transaction is under way. For those who write
   * much: by the library a statement costs several times what the database does.
   */
  readonly onConnection?: <Result>(work: (database: Database) => Result) => Promise<Result>;
  /** MySQL only: a transaction of few ways to the server. For those who write much. */
  readonly transactByScripts?: Scripts["transact"];
  /** Waits for the transactions under way and closes the database. */
  close(): Promise<void>;
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
  if (databaseServer !== undefined) {
    return overPool(await openMysql(databaseServer, tables), openMysqlScripts(databaseServer));
  }
  return overOneConnection(await openSqlite(dataDirectory, tables));
}

function overOneConnection(source: DataSource): Store {
  let last: Promise<unknown> = Promise.resolve();
  // There is one connection: a second transaction begun on it would end, or be rolled back, with the first.
  function next<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }
  const { databaseConnection } = source.driver as unknown as { databaseConnection: Database };
  return {
    kind: "sqlite",
    manager: source.manager,
    transact: (work) => next(() => source.transaction(work)),
    onConnection: (work) => next(() => work(databaseConnection)),
    async close() {
      await last;
      if (source.isInitialized) await source.destroy();
    },
  };
}
