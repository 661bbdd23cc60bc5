import { gatheredOnSqlite } from "../../../server/database/migrations/1764400000000-gather-postings.ts";
import type { Database } from "../../../server/database/source.ts";

/** Returns every row of every table that both databases have, in a form that can be compared. */
export async function contentsOf({ manager, dialect }: Database): Promise<Map<string, string[]>> {
  const parts = dialect.name === "sqlite" ? Object.entries(gatheredOnSqlite) : [];
  const contents = new Map<string, string[]>();
  for (const { tableName } of manager.connection.entityMetadatas) {
    const names = [tableName, ...parts.filter(([, table]) => table === tableName).map(([part]) => part)];
    const rows: string[] = [];
    for (const name of names) {
      for (const row of (await manager.query(`SELECT * FROM ${name}`)) as object[]) {
        rows.push(JSON.stringify(Object.entries(row), (_, value) => (typeof value === "bigint" ? `${value}n` : value)));
      }
    }
    contents.set(tableName, rows.sort());
  }
  return contents;
}
