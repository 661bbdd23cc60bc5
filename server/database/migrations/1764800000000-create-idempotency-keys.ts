import { type MigrationInterface, type QueryRunner, Table, TableIndex } from "typeorm";
import { dialectOf } from "../dialects.ts";

/** Creates calls with an idempotency key, and their answers. */
export class CreateIdempotencyKeys1764800000000 implements MigrationInterface {
  readonly name = "CreateIdempotencyKeys1764800000000";

  async up(runner: QueryRunner): Promise<void> {
    const { bytes } = dialectOf(runner).schema;
    await runner.createTable(
      new Table({
        name: "idempotency_keys",
        columns: [
          { name: "id", type: "varchar", length: "64", isPrimary: true },
          { name: "request_hash", type: "varchar", length: "64" },
          { name: "sealed", ...bytes },
          { name: "is_answered", type: "int" },
          { name: "beat", type: "int" },
          { name: "proven_at", type: "bigint", isNullable: true },
          { name: "created_at", type: "bigint" },
          { name: "expires_at", type: "bigint" },
        ],
        indices: [new TableIndex({ name: "idempotency_keys_by_end", columnNames: ["expires_at"] })],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable("idempotency_keys");
  }
}
