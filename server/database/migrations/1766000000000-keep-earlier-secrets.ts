import type { MigrationInterface, QueryRunner } from "typeorm";

/** Gives each earlier secret of a webhook its own end, and records which call made a secret. */
export class KeepEarlierSecrets1766000000000 implements MigrationInterface {
  readonly name = "KeepEarlierSecrets1766000000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE webhooks ADD COLUMN rotation varchar(36) NOT NULL DEFAULT ''");
    await runner.query("ALTER TABLE webhooks ADD COLUMN earlier_secrets varchar(1000) NOT NULL DEFAULT '[]'");
    await runner.query(
      `UPDATE webhooks SET earlier_secrets = CONCAT('[{"generation":', generation - 1, ` +
        `',"rotation":"","untilMs":', overlap_until, '}]') WHERE generation > 1 AND overlap_until > 0`,
    );
    await runner.query("ALTER TABLE webhooks DROP COLUMN overlap_until");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE webhooks ADD COLUMN overlap_until bigint NOT NULL DEFAULT 0");
    await runner.query("ALTER TABLE webhooks DROP COLUMN earlier_secrets");
    await runner.query("ALTER TABLE webhooks DROP COLUMN rotation");
  }
}
