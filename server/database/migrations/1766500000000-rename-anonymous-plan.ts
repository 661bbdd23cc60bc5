import type { MigrationInterface, QueryRunner } from "typeorm";

/** Gives keys of the plan of anonymous callers its new name. */
export class RenameAnonymousPlan1766500000000 implements MigrationInterface {
  readonly name = "RenameAnonymousPlan1766500000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE api_keys SET plan = 'anonymous' WHERE plan = 'visitor'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE api_keys SET plan = 'visitor' WHERE plan = 'anonymous'");
  }
}
