import { type MigrationInterface, type QueryRunner, Table, TableIndex } from "typeorm";
import { dialectOf } from "../dialects.ts";

/** Creates the audit log, and the end of its chain, whose row writers lock. */
export class CreateAuditLog1766300000000 implements MigrationInterface {
  readonly name = "CreateAuditLog1766300000000";

  async up(runner: QueryRunner): Promise<void> {
    const { bytes, digest } = dialectOf(runner).schema;
    await runner.createTable(
      new Table({
        name: "audit_records",
        columns: [
          { name: "number", type: "bigint", isPrimary: true },
          { name: "id", type: "varchar", length: "36" },
          { name: "at_ms", type: "bigint" },
          { name: "action", type: "varchar", length: "128" },
          { name: "result", type: "varchar", length: "32" },
          { name: "actor_kind", type: "varchar", length: "16" },
          { name: "actor_id", type: "varchar", length: "128" },
          { name: "protocol", type: "varchar", length: "16" },
          { name: "request_id", type: "varchar", length: "128" },
          { name: "targets", type: "text" },
          { name: "plain", type: "text" },
          { name: "sealed", ...bytes },
          { name: "hash", ...digest },
        ],
        indices: [
          new TableIndex({ name: "audit_records_by_time", columnNames: ["at_ms"] }),
          new TableIndex({ name: "audit_records_by_actor", columnNames: ["actor_id", "number"] }),
          new TableIndex({ name: "audit_records_by_action", columnNames: ["action", "number"] }),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: "audit_chain",
        columns: [
          { name: "id", type: "int", isPrimary: true },
          { name: "number", type: "bigint" },
          { name: "hash", ...digest },
          { name: "removed_number", type: "bigint" },
          { name: "removed_hash", ...digest },
        ],
      }),
    );
    const zeros = Buffer.alloc(32);
    await runner.query("INSERT INTO audit_chain VALUES (1, 0, ?, 0, ?)", [zeros, zeros]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable("audit_chain");
    await runner.dropTable("audit_records");
  }
}
