import type { Database as Connection } from "better-sqlite3";

/** All of the work is stored durably, or, when it throws, none of it. Other processes wait until it is done. */
export function inTransaction<Result>(connection: Connection, work: () => Result): Result {
  connection.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    connection.exec("COMMIT");
    return result;
  } catch (error) {
    // Some errors have ended the transaction already.
    if (connection.inTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}
