import type { MigrationInterface, QueryRunner } from "typeorm";

/** Stores the address from which a session was opened; null in older rows. */
export class LocateSessions1766100000000 implements MigrationInterface {
  readonly name = "LocateSessions1766100000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE sessions ADD COLUMN address varchar(45) NULL");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE sessions DROP COLUMN address");
  }
}
