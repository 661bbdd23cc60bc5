import type { DataSource } from "typeorm";
import type { DatabaseSystem } from "../open-database.ts";

/** Asks a server whether it is MySQL or MariaDB, which says so in its version: `10.11.19-MariaDB`. */
export async function systemOf(source: Pick<DataSource, "query">): Promise<DatabaseSystem> {
  const [row] = await source.query("SELECT VERSION() AS version");
  return /mariadb/i.test(row.version) ? "mariadb" : "mysql";
}
