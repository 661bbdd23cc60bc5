import { type MigrationInterface, type QueryRunner, TableIndex } from "typeorm";

/** Finds records of the audit log by their result, such as those of acts that have not ended, without reading all. */
export class IndexAuditResults1766800000000 implements MigrationInterface {
  readonly name = "IndexAuditResults1766800000000";

  async up(runner: QueryRunner): Promise<void> {
    const index = new TableIndex({ name: "audit_records_by_result", columnNames: ["result", "number"] });
    await runner.createIndex("audit_records", index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex("audit_records", "audit_records_by_result");
  }
}
