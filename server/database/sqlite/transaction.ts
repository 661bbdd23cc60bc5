import type { Database as Connection } from "better-sqlite3";
import type { DataSource, QueryRunner } from "typeorm";
import { BetterSqlite3QueryRunner } from "typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js";
import { guardedWork, type Work } from "../guarded-work.ts";
import type { DatabaseMeasurements } from "../measurements.ts";
import { beginWriting } from "./busy.ts";
import { requireFile } from "./file-place.ts";
import { measuredWork, measureStatements } from "./measured.ts";

/** Returns the only connection of a SQLite database. */
export function connectionOf(source: DataSource): Connection {
  return (source.driver as unknown as { databaseConnection: Connection }).databaseConnection;
}

/**
 * Stores all of the work durably, or, when it throws, none of it. Other processes wait until it is done.
 *
 * @throws FileBusy before anything is done if another process writes, after the time that the connection waits
 */
export function inTransaction<Result>(connection: Connection, work: () => Result): Result {
  beginWriting(connection);
  try {
    const result = work();
    commit(connection);
    return result;
  } catch (error) {
    undo(connection);
    throw error;
  }
}

/**
 * Returns a function that runs work with the library's manager in a transaction. Such work takes several turns of the
 * event loop, and nobody else may use the connection meanwhile. Bypasses the library's own count of transactions, which
 * a failed commit leaves wrong.
 */
export function transactionsOf(
  source: DataSource,
  measurements?: DatabaseMeasurements,
): <Result>(work: Work<Result>) => Promise<Result> {
  const connection = connectionOf(source);
  // It keeps its prepared statements from one transaction to the next.
  const writer = new BetterSqlite3QueryRunner(source.driver as never);
  measureStatements(writer, measurements);
  return async (work) => {
    beginWriting(connection);
    try {
      const runner = Object.create(writer) as QueryRunner & { manager: QueryRunner["manager"] };
      runner.manager = source.createEntityManager(runner);
      const result = await guardedWork(runner, work);
      measuredWork(measurements, "COMMIT", () => commit(connection));
      return result;
    } catch (error) {
      undo(connection);
      throw error;
    }
  };
}

function commit(connection: Connection): void {
  requireFile(connection);
  connection.exec("COMMIT");
}

/** Rolls back a failed transaction, unless the error has ended it already. */
export function undo(connection: Connection): void {
  if (!connection.inTransaction) return;
  try {
    connection.exec("ROLLBACK");
  } catch {
    // The error of the transaction is more informative. Whether the connection is free is checked before its next use.
  }
}
