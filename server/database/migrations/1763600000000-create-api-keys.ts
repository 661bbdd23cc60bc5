import { type MigrationInterface, type QueryRunner, Table } from "typeorm";
import { dialectOf } from "../dialects.ts";

/** Creates API keys: their data, and the digests that identify their secrets. */
export class CreateApiKeys1763600000000 implements MigrationInterface {
  readonly name = "CreateApiKeys1763600000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: "api_keys",
        columns: [
          { name: "id", type: "varchar", length: "64", isPrimary: true },
          { name: "digest", ...dialectOf(runner).schema.digest, isUnique: true },
          { name: "name", type: "varchar", length: "100" },
          { name: "plan", type: "varchar", length: "64" },
          { name: "permissions", type: "text" },
          { name: "created_at", type: "bigint" },
          { name: "last_used_at", type: "bigint", isNullable: true },
          { name: "revoked_at", type: "bigint", isNullable: true },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable("api_keys");
  }
}
