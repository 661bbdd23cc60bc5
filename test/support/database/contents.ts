import type { Database } from "../../../server/database/source.ts";

/** Returns every row of every table that both databases have, in a form that can be compared. */
export async function contentsOf({ manager }: Database): Promise<Map<string, string[]>> {
  const contents = new Map<string, string[]>();
  for (const { tableName } of manager.connection.entityMetadatas) {
    const rows = ((await manager.query(`SELECT * FROM ${tableName}`)) as object[]).map((row) =>
      JSON.stringify(Object.entries(row), (_, value) => (typeof value === "bigint" ? `${value}n` : value)),
    );
    contents.set(tableName, rows.sort());
  }
  return contents;
}
