import type { EntityManager } from "typeorm";

/** Whether statements go to MySQL or MariaDB, and not to SQLite. */
export function isMysql({ connection }: EntityManager): boolean {
  return connection.options.type === "mysql" || connection.options.type === "mariadb";
}

/** The placeholders of so many rows of so many values: `(?,?),(?,?)`. */
export function placeholders(rows: number, columns: number): string {
  const row = `(${new Array(columns).fill("?").join(",")})`;
  return new Array(rows).fill(row).join(",");
}
