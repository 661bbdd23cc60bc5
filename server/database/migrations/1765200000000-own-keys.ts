import { type MigrationInterface, type QueryRunner, TableIndex } from "typeorm";

/** Gives API keys owners: an identity, or with the empty id the operator, who owns all earlier keys. */
export class OwnKeys1765200000000 implements MigrationInterface {
  readonly name = "OwnKeys1765200000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE api_keys ADD COLUMN identity_id varchar(36) NOT NULL DEFAULT ''");
    await runner.createIndex("api_keys", keysOfOwner());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex("api_keys", keysOfOwner());
    await runner.query("ALTER TABLE api_keys DROP COLUMN identity_id");
  }
}

function keysOfOwner(): TableIndex {
  return new TableIndex({ name: "api_keys_of_owner", columnNames: ["identity_id", "created_at", "id"] });
}
