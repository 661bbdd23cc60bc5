import type { DataSource } from "typeorm";

/** Returns statements that would create the tables of a database, without counters. */
export async function schemaOf(source: Pick<DataSource, "query" | "options">): Promise<string[]> {
  if (source.options.type === "better-sqlite3") {
    const rows = await source.query("SELECT name, sql FROM sqlite_schema ORDER BY name");
    return rows.map(({ name, sql }: { name: string; sql: string }) => `${name}: ${sql}`);
  }
  const tables = (await source.query("SHOW TABLES")).map((row: object) => Object.values(row)[0]);
  const made = tables.map(async (table: string) => (await source.query(`SHOW CREATE TABLE ${table}`))[0]);
  return (await Promise.all(made)).map((row) => row["Create Table"].replace(/ AUTO_INCREMENT=\d+/, ""));
}
