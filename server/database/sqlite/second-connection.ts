import Sqlite, { type Database as Connection } from "better-sqlite3";
import { DatabaseStopped } from "../unavailable.ts";
import { Checkpoints } from "./checkpoints.ts";
import { busyTimeoutMs, prepareConnection } from "./connection-settings.ts";
import type { WriteTurns } from "./write-turns.ts";

/** The connection of a thread that writes beside the main thread. */
export interface SecondConnection {
  /** Does synchronous work when it is this thread's turn to write, for which it blocks. @throws DatabaseStopped */
  readonly onConnection: <Result>(work: (connection: Connection) => Result) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** Opens the database of the main thread once more. */
export function openSecondConnection(path: string, turns: WriteTurns): SecondConnection {
  const connection = new Sqlite(path, { fileMustExist: true, timeout: busyTimeoutMs });
  prepareConnection(connection);
  const checkpoints = new Checkpoints(connection);
  let reason: DatabaseStopped | undefined;

  function inTurn<Result>(work: (connection: Connection) => Result): Result {
    turns.takeBlocking();
    try {
      const result = work(connection);
      if (connection.inTransaction) throw new Error("a transaction was left open");
      return result;
    } catch (error) {
      if (!connection.inTransaction) throw error;
      // As for the connection of the main thread: all later changes would be part of the transaction.
      reason = new DatabaseStopped(error);
      connection.close();
      throw reason;
    } finally {
      turns.release();
    }
  }

  return {
    async onConnection(work) {
      if (reason !== undefined) throw reason;
      const result = inTurn(work);
      try {
        checkpoints.written();
      } catch {
        // Retried after a later transaction.
      }
      return result;
    },
    async close() {
      await checkpoints.close();
      if (connection.open) connection.close();
    },
  };
}
