import type { Database as Connection } from "better-sqlite3";
import type { EntityManager } from "typeorm";
import type { Alongside, LastStatements, Statement } from "../core/alongside.ts";
import type { StoredRow } from "./dialect.ts";

/** Returns the statements as writes of a transaction of the library. */
export function alongsideOf(last: LastStatements): Alongside {
  return (transaction) =>
    runEach(last, ({ sql, values }) => (transaction as EntityManager).query(sql, [...values]) as Promise<StoredRow[]>);
}

/** Runs the statements in a transaction on the connection of a SQLite database. */
export function runOnConnection(last: LastStatements, connection: Connection): void {
  const statements = last();
  for (let step = statements.next(); step.done !== true; ) {
    const prepared = connection.prepare(step.value.sql);
    const values = [...step.value.values];
    step = statements.next(
      prepared.reader ? (prepared.all(...values) as StoredRow[]) : noRows(prepared.run(...values)),
    );
  }
}

/** Runs the statements one after the other, each with the rows of the one before. */
export async function runEach(
  last: LastStatements,
  run: (statement: Statement) => Promise<StoredRow[]>,
): Promise<void> {
  const statements = last();
  for (let step = statements.next(); step.done !== true; ) step = statements.next(await run(step.value));
}

function noRows(_: unknown): StoredRow[] {
  return [];
}
