import type { Database as Connection } from "better-sqlite3";
import type { EntityManager } from "typeorm";
import type { Alongside, LastStatements, Statement } from "../core/alongside.ts";
import type { StoredRow } from "./dialect.ts";
import { literal } from "./mysql/literal.ts";
import type { RunScript } from "./mysql/scripts.ts";

/** Returns the statements as writes of a transaction of the library. */
export function alongsideOf(last: LastStatements): Alongside {
  return (transaction) =>
    runEach(last, ({ sql, values }) => (transaction as EntityManager).query(sql, [...values]) as Promise<StoredRow[]>);
}

/** Runs the statements in a transaction by scripts. */
export function runByScript(last: LastStatements, run: RunScript): Promise<void> {
  return runEach(last, async (statement) => (await run([spelled(statement)]))[0] ?? []);
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

async function runEach(last: LastStatements, run: (statement: Statement) => Promise<StoredRow[]>): Promise<void> {
  const statements = last();
  for (let step = statements.next(); step.done !== true; ) step = statements.next(await run(step.value));
}

function noRows(_: unknown): StoredRow[] {
  return [];
}

function spelled({ sql, values }: Statement): string {
  let index = 0;
  return sql.replaceAll("?", () => literal(values[index++]));
}
