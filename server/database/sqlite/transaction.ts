import type { Database } from "better-sqlite3";

/** All of the work is stored durably, or, when it throws, none of it. Other processes wait until it is done. */
export function inTransaction<Result>(database: Database, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // Some errors have ended the transaction already.
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
