import { type MigrationInterface, type QueryRunner, Table } from "typeorm";

/** Notes which callers have lost rights, for the other processes on the database. */
export class NoteAccessChanges1766900000000 implements MigrationInterface {
  readonly name = "NoteAccessChanges1766900000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: "access_changes",
        columns: [
          { name: "changed_ms", type: "bigint", isPrimary: true },
          { name: "id", type: "varchar", length: "36", isPrimary: true },
          { name: "principal_id", type: "varchar", length: "100" },
        ],
        withoutRowid: true,
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable("access_changes");
  }
}
