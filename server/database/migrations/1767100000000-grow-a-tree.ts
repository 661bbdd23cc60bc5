import type { MigrationInterface, QueryRunner } from "typeorm";

/** Makes the batches of the ledger leaves of a tree. Batches that are stored already have no part of it. */
export class GrowATree1767100000000 implements MigrationInterface {
  readonly name = "GrowATree1767100000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE ledger_batches ADD COLUMN tree_size bigint NOT NULL DEFAULT 0");
    await runner.query("ALTER TABLE ledger_batches ADD COLUMN tree blob NULL");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE ledger_batches DROP COLUMN tree");
    await runner.query("ALTER TABLE ledger_batches DROP COLUMN tree_size");
  }
}
