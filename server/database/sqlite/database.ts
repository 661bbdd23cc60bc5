import type { Database as Connection } from "better-sqlite3";
import type { DataSource, EntitySchema } from "typeorm";
import type { DatabaseMeasurements } from "../measurements.ts";
import type { OpenDatabase } from "../open-database.ts";
import type { SchemaOptions } from "../schema-options.ts";
import { Checkpoints } from "./checkpoints.ts";
import { sqliteDialect } from "./dialect.ts";
import { measuredWork, measureStatements } from "./measured.ts";
import { openSqlite } from "./sqlite.ts";
import { connectionOf, transactionsOf } from "./transaction.ts";
import { Turns } from "./turns.ts";

/** A SQLite database, which has one connection. */
export interface SqliteDatabase extends OpenDatabase<"sqlite"> {
  /**
   * Does synchronous work on the connection itself when no transaction is open. For frequent writers: through the
   * library a statement costs several times what it costs the database.
   */
  readonly onConnection: <Result>(work: (connection: Connection) => Result) => Promise<Result>;
}

/** Opens the database of a folder, creating it or bringing its schema up to date where needed. */
export async function openSqliteDatabase(
  dataDirectory: string,
  tables: readonly EntitySchema[],
  options?: SchemaOptions,
): Promise<SqliteDatabase> {
  return overConnection(await openSqlite(dataDirectory, tables, options), options?.measurements);
}

function overConnection(source: DataSource, measurements: DatabaseMeasurements | undefined): SqliteDatabase {
  const connection = connectionOf(source);
  const checkpoints = new Checkpoints(connection);
  const transact = transactionsOf(source, measurements);
  const turns = new Turns(connection, measurements);
  readInTurn(source, turns, measurements);

  function next<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const result = turns.take(work);
    // Failed checkpoints are retried after a later transaction, and do not affect this one.
    void result.then(() => turns.take(() => checkpoints.written())).catch(() => undefined);
    return result;
  }

  return {
    dialect: sqliteDialect,
    system: "sqlite",
    manager: source.manager,
    stopped: turns.stopped,
    transact: (work) => next(() => transact(work)),
    onConnection: (work) => next(() => measuredWork(measurements, "BATCH", () => work(connection))),
    async close() {
      await turns.ended();
      await checkpoints.close();
      if (source.isInitialized) await source.destroy();
    },
  };
}

/** Makes each statement outside a transaction wait for its turn. */
function readInTurn(source: DataSource, turns: Turns, measurements: DatabaseMeasurements | undefined): void {
  const reader = source.createQueryRunner();
  measureStatements(reader, measurements);
  const query = reader.query.bind(reader) as (...statement: unknown[]) => Promise<unknown>;
  reader.query = ((...statement: unknown[]) => turns.take(() => query(...statement))) as typeof reader.query;
}
