import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Adds a digest of their entry to the ids of new events. Events of existing entries keep the ids that receivers may
 * have seen; each endpoint stores the last such entry.
 */
export class TellEventsApart1766000100000 implements MigrationInterface {
  readonly name = "TellEventsApart1766000100000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE webhooks ADD COLUMN plain_ids_until bigint NOT NULL DEFAULT 0");
    await runner.query("UPDATE webhooks SET plain_ids_until = (SELECT COALESCE(MAX(sequence), 0) FROM ledger_entries)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE webhooks DROP COLUMN plain_ids_until");
  }
}
