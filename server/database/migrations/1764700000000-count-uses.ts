import { type MigrationInterface, type QueryRunner, Table, TableIndex } from "typeorm";

/** Adds the uses that limiters count for all processes, and an index for the documents of an identity. */
export class CountUses1764700000000 implements MigrationInterface {
  readonly name = "CountUses1764700000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: "use_windows",
        columns: [
          { name: "name", type: "varchar", length: "120", isPrimary: true },
          { name: "uses", type: "bigint" },
          { name: "ends_at", type: "bigint" },
        ],
        indices: [new TableIndex({ name: "use_windows_by_end", columnNames: ["ends_at"] })],
      }),
    );
    await runner.createIndex("review_documents", documentsOfIdentity());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex("review_documents", documentsOfIdentity());
    await runner.dropTable("use_windows");
  }
}

function documentsOfIdentity(): TableIndex {
  return new TableIndex({ name: "review_documents_of_identity", columnNames: ["identity_id"] });
}
