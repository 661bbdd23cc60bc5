import Sqlite, { type Database as Connection } from "better-sqlite3";
import { Checkpoints } from "./checkpoints.ts";
import { busyTimeoutMs, prepareConnection } from "./connection-settings.ts";
import { Turns } from "./turns.ts";
import type { WriteTurns } from "./write-turns.ts";

/** The connection of a thread that writes beside the main thread. */
export interface SecondConnection {
  /** Does synchronous work when it is this thread's turn to write, for which it blocks. @throws DatabaseStopped */
  readonly onConnection: <Result>(work: (connection: Connection) => Result) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** Opens the database of the main thread once more. */
export function openSecondConnection(path: string, writes: WriteTurns): SecondConnection {
  const connection = new Sqlite(path, { fileMustExist: true, timeout: busyTimeoutMs });
  prepareConnection(connection);
  const checkpoints = new Checkpoints(connection);
  const turns = new Turns(connection);

  function inTurn<Result>(work: (connection: Connection) => Result): Result {
    writes.takeBlocking();
    try {
      return work(connection);
    } finally {
      writes.release();
    }
  }

  return {
    onConnection(work) {
      const result = turns.take(() => inTurn(work));
      // Failed checkpoints are retried after a later transaction, and do not affect this one.
      void result.then(() => turns.take(() => checkpoints.written())).catch(() => undefined);
      return result;
    },
    async close() {
      await turns.ended();
      await checkpoints.close();
      if (connection.open) connection.close();
    },
  };
}
