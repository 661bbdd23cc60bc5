import { randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { Database as Connection } from "better-sqlite3";
import { byDialect, type Database } from "../../server/database/source.ts";
import type { SqliteDatabase } from "../../server/database/sqlite/database.ts";

/** Rows of a range of a ledger, grouped by the batch that wrote them. */
export interface BatchRows {
  readonly entries: readonly (readonly unknown[])[];
  readonly changes: readonly unknown[];
  readonly batch: readonly unknown[];
}

/** Rows that a ledger has written after a sequence number. */
export async function rowsAfter(database: Database, sequence: number): Promise<BatchRows[]> {
  const { manager } = database;
  const listed = async (sql: string, ...values: unknown[]) =>
    ((await manager.query(sql, values)) as Record<string, unknown>[]).map((row) => Object.values(row));
  const batches = await listed("SELECT * FROM ledger_batches WHERE first_sequence > ? ORDER BY number", sequence);
  const entries = await listed("SELECT * FROM ledger_entries WHERE sequence > ? ORDER BY sequence", sequence);
  // The changes of earlier batches are removed meanwhile: those of the last ones say how long they were.
  const changes = await listed("SELECT number, bytes FROM ledger_changes WHERE first_sequence > ?", sequence);
  const known = new Map(changes.map(([number, bytes]) => [number, bytes as Uint8Array]));
  const lengths = batches.flatMap(([number, first, last]) => {
    const bytes = known.get(number);
    return bytes === undefined ? [] : [bytes.length / (Number(last) - Number(first) + 1)];
  });
  const perEntry = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const changesOf = ([number, first, last]: readonly unknown[]) => {
    const bytes = known.get(number) ?? randomBytes(Math.round(perEntry * (Number(last) - Number(first) + 1)));
    return [number, first, last, bytes];
  };
  return batches.map((batch) => ({
    batch,
    entries: entries.slice(Number(batch[1]) - sequence - 1, Number(batch[2]) - sequence),
    changes: changesOf(batch),
  }));
}

/** Inserts the accounts of a ledger into a database that has none. */
export async function copyAccounts(from: Database, to: Database): Promise<void> {
  const rows = (await from.manager.query("SELECT * FROM ledger_accounts ORDER BY id")) as Record<string, unknown>[];
  const columns = Object.keys(rows[0] ?? {});
  const sql = `INSERT INTO ledger_accounts (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  await to.transact(async (manager) => {
    for (const row of rows) await manager.query(sql, Object.values(row));
  });
}

/** Sequence number of the last entry of a ledger; 0 if there is none. */
export async function lastSequence({ manager }: Database): Promise<number> {
  const [row] = await manager.query("SELECT MAX(last_sequence) AS last FROM ledger_batches");
  return Number(row.last ?? 0);
}

/** Writes the rows and does nothing else, with dedicated statements: no request, no rule, no digest. */
export function writeBare(database: Database, batches: readonly BatchRows[]): Promise<void> {
  return byDialect(database, {
    sqlite: (database) => onSqlite(database, batches),
    mysql: (database) => onMysql(database, batches),
  });
}

async function onSqlite({ onConnection }: SqliteDatabase, batches: readonly BatchRows[]): Promise<void> {
  const write = await onConnection(batchWriter);
  for (const batch of batches) {
    // In turns like the ledger, so that the database's log is emptied meanwhile, as it is for the ledger.
    await onConnection(() => write(batch));
    await turn();
  }
}

/** Prepares the statements; returns what writes the rows of a batch in one transaction. */
function batchWriter(connection: Connection): (batch: BatchRows) => void {
  const entry = connection.prepare("INSERT INTO ledger_entries VALUES (?, ?, ?)");
  const changes = connection.prepare("INSERT INTO ledger_changes VALUES (?, ?, ?, ?)");
  const row = connection.prepare("INSERT INTO ledger_batches VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  return (batch) => {
    connection.exec("BEGIN IMMEDIATE");
    for (const values of batch.entries) entry.run(...values);
    changes.run(...batch.changes);
    row.run(...batch.batch);
    connection.exec("COMMIT");
  };
}

async function onMysql(database: Database, batches: readonly BatchRows[]): Promise<void> {
  for (const batch of batches) {
    await database.transact(async (manager) => {
      await manager.query("INSERT INTO ledger_entries VALUES ?", [batch.entries]);
      await manager.query("INSERT INTO ledger_changes VALUES ?", [[batch.changes]]);
      await manager.query("INSERT INTO ledger_batches VALUES ?", [[batch.batch]]);
    });
  }
}
