import type { Migration, QueryRunner } from "typeorm";
import type { Statement } from "../../../core/alongside.ts";
import { errorCodeOf } from "../../driver-error.ts";
import { undo } from "../transaction.ts";
import { type Execute, type MigrationLease, none, type Progress } from "./lease.ts";

/**
 * Applies a migration, or the rest of it after a process was killed. A change of the schema commits by itself on MySQL,
 * so progress is recorded before each: the statement at which a process ended may be done or not, and all before it
 * are. A statement that writes rows is committed together with its progress. The number and the order of a migration's
 * statements must therefore not depend on the content of the database.
 *
 * @param begun the furthest progress of any process in any migration
 * @param notes statements of the transaction in which the migration is noted as applied
 */
export async function applyMigration(
  runner: QueryRunner,
  { name, timestamp, instance }: Migration,
  { lease, begun, notes }: { lease: MigrationLease; begun: Progress; notes: readonly Statement[] },
): Promise<void> {
  const execute = runner.query.bind(runner) as Execute;
  const own = { query: execute, connect: () => runner.connect() };
  const resumed = begun.migration === name ? begun.statement : 0;
  let statement = 0;

  async function apply(sql: string, values?: unknown[]): Promise<unknown> {
    if (/^\s*(SELECT|SHOW)\b/i.test(sql)) return execute(sql, values);
    statement++;
    if (statement < resumed) return undefined;
    if (/^\s*(INSERT|UPDATE|DELETE|REPLACE)\b/i.test(sql)) {
      return writeRows(own, lease, { migration: name, statement: statement + 1 }, [{ sql, values }]);
    }
    await lease.note({ migration: name, statement });
    return execute(sql, values).catch((error: unknown) => {
      if (statement !== resumed || !saysDoneAlready.has(errorCodeOf(error))) throw error;
    });
  }

  // TypeORM builds its statements and passes each to this method of its runner.
  runner.query = apply as typeof runner.query;
  try {
    await instance?.up(runner);
    const applied = { sql: "INSERT INTO migrations (timestamp, name) VALUES (?, ?)", values: [timestamp, name] };
    await writeRows(own, lease, none, [applied, ...notes]);
  } finally {
    runner.query = execute as typeof runner.query;
    runner.clearSqlMemory();
  }
}

/** Errors which show that a change of the schema has already been made. */
const saysDoneAlready: ReadonlySet<string> = new Set([
  "ER_TABLE_EXISTS_ERROR",
  "ER_DUP_FIELDNAME",
  "ER_DUP_KEYNAME",
  "ER_CANT_DROP_FIELD_OR_KEY",
  // A table that was dropped, or renamed.
  "ER_BAD_TABLE_ERROR",
  "ER_NO_SUCH_TABLE",
]);

async function writeRows(
  own: Parameters<typeof undo>[0] & { readonly query: Execute },
  lease: MigrationLease,
  next: Progress,
  statements: readonly { readonly sql: string; readonly values?: readonly unknown[] | undefined }[],
): Promise<void> {
  await own.query("START TRANSACTION");
  try {
    for (const { sql, values } of statements) await own.query(sql, values && [...values]);
    await lease.note(next);
    await own.query("COMMIT");
  } catch (error) {
    await undo(own);
    throw error;
  }
  await lease.confirm(next);
}
