import { type MigrationInterface, type QueryRunner, Table, TableIndex } from "typeorm";
import { dialectOf } from "../dialects.ts";

/** Creates the unsent notices to owners of identities. */
export class CreateOwnerNotices1766200000000 implements MigrationInterface {
  readonly name = "CreateOwnerNotices1766200000000";

  async up(runner: QueryRunner): Promise<void> {
    const { bytes } = dialectOf(runner).schema;
    await runner.createTable(
      new Table({
        name: "owner_notices",
        columns: [
          { name: "id", type: "varchar", length: "36", isPrimary: true },
          { name: "identity_id", type: "varchar", length: "36" },
          { name: "sealed", ...bytes },
          { name: "attempts", type: "int" },
          { name: "created_at", type: "bigint" },
          { name: "due_at", type: "bigint" },
        ],
        indices: [new TableIndex({ name: "owner_notices_by_time", columnNames: ["due_at"] })],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable("owner_notices");
  }
}
