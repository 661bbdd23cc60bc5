import { type MigrationInterface, type QueryRunner, Table } from "typeorm";

/** API keys: what is known of them, and the digest by which a secret is recognised. */
export class CreateApiKeys1763600000000 implements MigrationInterface {
  readonly name = "CreateApiKeys1763600000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: "api_keys",
        columns: [
          { name: "id", type: "varchar", length: "64", isPrimary: true },
          { name: "digest", ...digestType(runner), isUnique: true },
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

/** 32 bytes. MySQL cannot make a whole BLOB unique, and SQLite knows no other type for bytes. */
function digestType(runner: QueryRunner): { type: string; length?: string } {
  const { type } = runner.connection.options;
  return type === "mysql" || type === "mariadb" ? { type: "binary", length: "32" } : { type: "blob" };
}
