import { type MigrationInterface, type QueryRunner, Table } from "typeorm";

/** Creates the table of the calls that have made the recent entries of the ledger. */
export class TraceEntries1766700000000 implements MigrationInterface {
  readonly name = "TraceEntries1766700000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: "ledger_traces",
        columns: [
          { name: "sequence", type: "bigint", isPrimary: true },
          { name: "trace_id", type: "varchar", length: "32" },
          { name: "span_id", type: "varchar", length: "16" },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable("ledger_traces");
  }
}
