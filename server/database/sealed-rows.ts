import type { Database } from "./source.ts";

/** A sealed value, and the columns that identify its row. */
export interface SealedRow {
  readonly by: readonly string[];
  readonly sealed: Uint8Array;
}

/** Rows per read; few enough that documents of some megabytes fit in memory. */
const rowsAtOnce = 50;

/** Reads every value of a sealed column of a SQLite database, in row order. Skips empty ones, which are not sealed. */
export async function* sealedRows(
  { manager }: Database,
  { table, column, by }: { readonly table: string; readonly column: string; readonly by: readonly string[] },
): AsyncGenerator<SealedRow> {
  const sql = `SELECT rowid AS position, ${column} AS sealed, ${by.join(", ")} FROM ${table}
    WHERE rowid > ? AND LENGTH(${column}) > 0 ORDER BY rowid LIMIT ${rowsAtOnce}`;
  for (let position = -1n; ; ) {
    const rows = (await manager.query(sql, [position])) as (Record<string, unknown> & { position: bigint })[];
    for (const row of rows) yield { by: by.map((name) => String(row[name])), sealed: row["sealed"] as Uint8Array };
    const last = rows.at(-1);
    if (last === undefined) return;
    position = last.position;
  }
}

/** Returns the number of rows of each table of a SQLite database. */
export async function rowCounts({ manager }: Database): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
  for (const { name } of (await manager.query(tables)) as { name: string }[]) {
    const [row] = (await manager.query(`SELECT COUNT(*) AS number FROM ${name}`)) as [{ number: bigint }];
    counts.set(name, Number(row.number));
  }
  return counts;
}

/** Checks the file of a SQLite database; returns SQLite's findings, empty if there are none. */
export async function damageOf({ manager }: Database): Promise<string[]> {
  const rows = (await manager.query("PRAGMA integrity_check")) as { integrity_check: string }[];
  const strangers = (await manager.query("PRAGMA foreign_key_check")) as unknown[];
  const damage = rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
  return strangers.length === 0 ? damage : [...damage, `${strangers.length} rows refer to what is not there`];
}
