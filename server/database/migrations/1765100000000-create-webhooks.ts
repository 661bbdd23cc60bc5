import { type MigrationInterface, type QueryRunner, Table, TableIndex } from "typeorm";

/** Creates the endpoints of webhooks, and the log of their deliveries. */
export class CreateWebhooks1765100000000 implements MigrationInterface {
  readonly name = "CreateWebhooks1765100000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: "webhooks",
        columns: [
          { name: "id", type: "varchar", length: "36", isPrimary: true },
          { name: "owner", type: "varchar", length: "64" },
          { name: "url", type: "varchar", length: "2000" },
          { name: "state", type: "varchar", length: "16" },
          { name: "cursor_text", type: "varchar", length: "64" },
          { name: "generation", type: "int" },
          { name: "overlap_until", type: "bigint" },
          { name: "failures", type: "int" },
          { name: "failing_since", type: "bigint", isNullable: true },
          { name: "next_at", type: "bigint" },
          { name: "lease", type: "varchar", length: "36" },
          { name: "lease_until", type: "bigint" },
          { name: "created_at", type: "bigint" },
        ],
        indices: [
          new TableIndex({ name: "webhooks_by_owner", columnNames: ["owner", "id"] }),
          new TableIndex({ name: "webhooks_by_time", columnNames: ["state", "next_at"] }),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: "webhook_deliveries",
        columns: [
          { name: "id", type: "varchar", length: "36", isPrimary: true },
          { name: "webhook", type: "varchar", length: "36" },
          { name: "event_id", type: "varchar", length: "128" },
          { name: "sequence", type: "bigint" },
          { name: "cursor_before", type: "varchar", length: "64" },
          { name: "at_ms", type: "bigint" },
          { name: "status", type: "int" },
          { name: "error", type: "varchar", length: "200" },
          { name: "duration_ms", type: "int" },
        ],
        indices: [new TableIndex({ name: "webhook_deliveries_by_webhook", columnNames: ["webhook", "id"] })],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable("webhook_deliveries");
    await runner.dropTable("webhooks");
  }
}
