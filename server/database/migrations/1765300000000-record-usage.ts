import { type MigrationInterface, type QueryRunner, Table, TableIndex } from "typeorm";

/** Creates the counts of calls, and the last refused calls, of API keys and identities. */
export class RecordUsage1765300000000 implements MigrationInterface {
  readonly name = "RecordUsage1765300000000";

  async up(runner: QueryRunner): Promise<void> {
    const caller = [
      { name: "identity_id", type: "varchar", length: "36", isPrimary: true },
      { name: "key_id", type: "varchar", length: "64", isPrimary: true },
    ];
    await runner.createTable(
      new Table({
        name: "usage_counts",
        columns: [
          ...caller,
          { name: "hour_ms", type: "bigint", isPrimary: true },
          { name: "operation", type: "varchar", length: "128", isPrimary: true },
          { name: "result", type: "varchar", length: "32", isPrimary: true },
          { name: "calls", type: "bigint" },
        ],
        indices: [new TableIndex({ name: "usage_counts_by_hour", columnNames: ["hour_ms"] })],
      }),
    );
    await runner.createTable(
      new Table({
        name: "usage_refusals",
        columns: [
          ...caller,
          { name: "id", type: "varchar", length: "36", isPrimary: true },
          { name: "at_ms", type: "bigint" },
          { name: "operation", type: "varchar", length: "128" },
          { name: "reason", type: "varchar", length: "32" },
          { name: "parameter", type: "varchar", length: "256" },
          { name: "message", type: "varchar", length: "512" },
          { name: "request_id", type: "varchar", length: "128" },
          { name: "protocol", type: "varchar", length: "16" },
        ],
        indices: [
          new TableIndex({ name: "usage_refusals_by_id", columnNames: ["id"] }),
          new TableIndex({ name: "usage_refusals_by_time", columnNames: ["at_ms"] }),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable("usage_refusals");
    await runner.dropTable("usage_counts");
  }
}
