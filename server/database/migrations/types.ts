import type { QueryRunner } from "typeorm";

/** 32 bytes. MySQL cannot make a whole BLOB unique, and SQLite knows no other type for bytes. */
export function digestType(runner: QueryRunner): { type: string; length?: string } {
  return isMysql(runner) ? { type: "binary", length: "32" } : { type: "blob" };
}

/** Bytes of any number. */
export function bytesType(runner: QueryRunner): { type: string } {
  return { type: isMysql(runner) ? "mediumblob" : "blob" };
}

function isMysql(runner: QueryRunner): boolean {
  const { type } = runner.connection.options;
  return type === "mysql" || type === "mariadb";
}
