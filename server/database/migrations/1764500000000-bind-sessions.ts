import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Binds a session to the one that requested its token, to the scope of its token, and to the time of the last proof of
 * its identity; a challenge to the terms of its request; a level to the times at which its evidence expires. Columns
 * that are null in older rows bind nothing.
 */
export class BindSessions1764500000000 implements MigrationInterface {
  readonly name = "BindSessions1764500000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column, type] of columns)
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type} NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns.toReversed())
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}

const columns = [
  ["sessions", "own_permissions", "text"],
  ["sessions", "parent_id", "varchar(36)"],
  ["sessions", "proven_at", "bigint"],
  ["identities", "level_falls", "text"],
  ["authentication_challenges", "client_id", "varchar(64)"],
  ["authentication_challenges", "scope", "varchar(512)"],
  ["authentication_challenges", "longest_seconds", "bigint"],
  ["authentication_challenges", "session_id", "varchar(36)"],
] as const;
