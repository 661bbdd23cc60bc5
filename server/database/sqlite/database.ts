import type { Database as Connection } from "better-sqlite3";
import type { DataSource, EntitySchema } from "typeorm";
import type { DatabaseMeasurements } from "../measurements.ts";
import type { OpenDatabase } from "../open-database.ts";
import { operationOf } from "../operation.ts";
import type { SchemaOptions } from "../schema-options.ts";
import { asNotBegun, whenFree } from "./busy.ts";
import { Checkpoints } from "./checkpoints.ts";
import { sqliteDialect } from "./dialect.ts";
import { measuredWork, measureStatements } from "./measured.ts";
import { openSqlite } from "./sqlite.ts";
import { connectionOf, transactionsOf } from "./transaction.ts";
import { Turns } from "./turns.ts";
import { WriteTurns } from "./write-turns.ts";

/** A SQLite database, which has one connection in this thread. */
export interface SqliteDatabase extends OpenDatabase<"sqlite"> {
  /**
   * Does synchronous work on the connection itself when no transaction is open. For frequent writers: through the
   * library a statement costs several times what it costs the database.
   */
  readonly onConnection: <Result>(work: (connection: Connection) => Result) => Promise<Result>;
  /** Does synchronous work that only reads on the connection itself, when no transaction is open. */
  readonly readOnConnection: SqliteDatabase["onConnection"];
  /** Has every further write of this thread take turns with those of another thread, which gets the result. */
  readonly shareWrites: () => WriteTurns;
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
  // Waits let the event loop run (whenFree).
  connection.pragma("busy_timeout = 0");
  const checkpoints = new Checkpoints(connection);
  const transact = transactionsOf(source, measurements);
  const turns = new Turns(connection, measurements);
  const writers = new Writers();
  readInTurn(source, { turns, writers }, measurements);

  function next<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const result = writers.take(() => whenFree(() => turns.take(work)));
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
    readOnConnection: (work) =>
      whenFree(() => turns.take(() => measuredWork(measurements, "BATCH", () => work(connection))).catch(rethrow)),
    shareWrites: () => writers.share(),
    async close() {
      await writers.ended();
      await turns.ended();
      await checkpoints.close();
      if (source.isInitialized) await source.destroy();
    },
  };
}

function rethrow(error: unknown): never {
  throw asNotBegun(error);
}

/** Has the writes of this thread take turns with those of another one, if there is one. */
class Writers {
  #others: WriteTurns | undefined;
  #last: Promise<unknown> = Promise.resolve();

  share(): WriteTurns {
    this.#others ??= new WriteTurns();
    return this.#others;
  }

  take<Result>(write: () => Promise<Result>): Promise<Result> {
    const others = this.#others;
    const result = others === undefined ? write() : this.#last.then(() => inTurn(others, write));
    // Writes that take no turns may wait for another process side by side. Results are let go: each promise would keep that of
    // the one before.
    this.#last = Promise.allSettled([this.#last, result]).then(() => undefined);
    return result;
  }

  /** Resolves when all queued writes are done. */
  async ended(): Promise<void> {
    await this.#last;
  }
}

async function inTurn<Result>(others: WriteTurns, write: () => Promise<Result>): Promise<Result> {
  await others.take();
  try {
    return await write();
  } finally {
    others.release();
  }
}

/** Makes each statement outside a transaction wait for its turn. */
function readInTurn(
  source: DataSource,
  { turns, writers }: { readonly turns: Turns; readonly writers: Writers },
  measurements: DatabaseMeasurements | undefined,
): void {
  const reader = source.createQueryRunner();
  measureStatements(reader, measurements);
  const query = reader.query.bind(reader) as (...statement: unknown[]) => Promise<unknown>;
  reader.query = ((...statement: Parameters<typeof reader.query>) => {
    const take = () => whenFree(() => turns.take(() => query(...statement)).catch(rethrow));
    return operationOf(statement[0]) === "SELECT" ? take() : writers.take(take);
  }) as typeof reader.query;
}
