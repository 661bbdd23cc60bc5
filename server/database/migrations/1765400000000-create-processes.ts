import { type MigrationInterface, type QueryRunner, Table } from "typeorm";

/** Creates the list of processes with their heartbeats. */
export class CreateProcesses1765400000000 implements MigrationInterface {
  readonly name = "CreateProcesses1765400000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: "processes",
        columns: [
          { name: "id", type: "varchar", length: "36", isPrimary: true },
          { name: "host", type: "varchar", length: "255" },
          { name: "pid", type: "bigint" },
          { name: "version", type: "varchar", length: "64" },
          { name: "started_ms", type: "bigint" },
          { name: "heartbeat_ms", type: "bigint" },
          { name: "state", type: "varchar", length: "16" },
          { name: "readings", type: "text" },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable("processes");
  }
}
