import Sqlite, { type Database as Connection } from "better-sqlite3";
import type { SqliteDatabase } from "../../../server/database/sqlite/database.ts";

/** An error of SQLite at one statement, including BEGIN, COMMIT and ROLLBACK. */
export interface SqliteFault {
  /** Number of the statement, from 1. */
  readonly at: number;
  readonly code: string;
  /** Whether SQLite has rolled the transaction back by itself, as it may with most of these errors. */
  readonly undoes: boolean;
  /** Whether all later statements fail as well, so that nothing can be rolled back. */
  readonly lasts?: boolean;
}

type Run = (this: { readonly database: Connection; readonly source: string }, ...values: unknown[]) => unknown;

const methods = ["run", "get", "all"] as const;

/** Makes statements on the connection of a database fail. Returns the number of statements during the work. */
export async function withSqliteFault(
  database: SqliteDatabase,
  fault: SqliteFault | undefined,
  work: () => Promise<unknown>,
): Promise<number> {
  const connection = await database.onConnection((own) => own);
  const prototype = Object.getPrototypeOf(connection.prepare("SELECT 1")) as Record<string, Run>;
  const originals = new Map<string, Run>(methods.map((method) => [method, prototype[method] as Run]));
  const exec = connection.exec.bind(connection);
  let count = 0;

  function before(sql: string): void {
    if (/^\s*PRAGMA/i.test(sql)) return;
    count++;
    if (fault === undefined || (fault.lasts === true ? count < fault.at : count !== fault.at)) return;
    if (fault.undoes && connection.inTransaction) exec("ROLLBACK");
    throw new Sqlite.SqliteError(`injected ${fault.code}`, fault.code);
  }

  for (const [method, original] of originals) {
    prototype[method] = function (...values) {
      if (this.database === connection) before(this.source);
      return original.apply(this, values);
    };
  }
  connection.exec = (sql) => {
    before(sql);
    return exec(sql);
  };
  try {
    await work();
    return count;
  } finally {
    for (const [method, original] of originals) prototype[method] = original;
    connection.exec = exec;
  }
}
