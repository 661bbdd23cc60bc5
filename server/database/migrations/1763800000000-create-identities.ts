import { type MigrationInterface, type QueryRunner, Table, TableIndex } from "typeorm";
import { dialectOf } from "../dialects.ts";

/**
 * Creates identities, their signing and rotation keys, the counters of their clients, sessions, and a log of
 * authentications.
 */
export class CreateIdentities1763800000000 implements MigrationInterface {
  readonly name = "CreateIdentities1763800000000";

  async up(runner: QueryRunner): Promise<void> {
    const { bytes, digest } = dialectOf(runner).schema;
    const id = { type: "varchar", length: "36" };
    const moment = { type: "bigint" };
    await runner.createTable(
      new Table({
        name: "identities",
        columns: [
          { name: "id", ...id, isPrimary: true },
          { name: "username", type: "varchar", length: "64" },
          { name: "username_skeleton", type: "varchar", length: "128", isUnique: true },
          { name: "display_name", type: "varchar", length: "200", isNullable: true },
          { name: "sealed_private", ...bytes },
          { name: "metadata", type: "text" },
          { name: "level", type: "int" },
          { name: "version", type: "int" },
          { name: "created_at", ...moment },
          { name: "updated_at", ...moment },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: "signing_keys",
        columns: [
          { name: "id", ...id, isPrimary: true },
          { name: "identity_id", ...id },
          { name: "public_key", ...digest },
          { name: "vault_key_id", type: "varchar", length: "64", isNullable: true },
          { name: "created_at", ...moment },
          { name: "revoked_at", ...moment, isNullable: true },
        ],
        indices: [new TableIndex({ name: "signing_keys_of_identity", columnNames: ["identity_id"] })],
      }),
    );
    await runner.createTable(
      new Table({
        name: "rotation_keys",
        columns: [
          { name: "identity_id", ...id, isPrimary: true },
          { name: "version", type: "int", isPrimary: true },
          { name: "sealed_secret", ...bytes },
          { name: "created_at", ...moment },
          { name: "ends_at", ...moment, isNullable: true },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: "rotation_states",
        columns: [
          { name: "identity_id", ...id, isPrimary: true },
          { name: "client_id", type: "varchar", length: "64", isPrimary: true },
          { name: "key_version", type: "int", isPrimary: true },
          { name: "last_n", type: "bigint" },
          { name: "last_jti", type: "varchar", length: "64" },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: "authentication_challenges",
        columns: [
          { name: "challenge", type: "varchar", length: "64", isPrimary: true },
          { name: "ends_at", ...moment },
        ],
        indices: [new TableIndex({ name: "authentication_challenges_by_end", columnNames: ["ends_at"] })],
      }),
    );
    await runner.createTable(
      new Table({
        name: "sessions",
        columns: [
          { name: "id", ...id, isPrimary: true },
          { name: "digest", ...digest, isUnique: true },
          { name: "identity_id", ...id },
          { name: "client_id", type: "varchar", length: "64" },
          { name: "key_id", type: "varchar", length: "64" },
          { name: "auth_level", type: "int" },
          { name: "permissions", type: "text" },
          { name: "created_at", ...moment },
          { name: "last_used_at", ...moment },
          { name: "expires_at", ...moment },
          { name: "revoked_at", ...moment, isNullable: true },
        ],
        indices: [new TableIndex({ name: "sessions_of_identity", columnNames: ["identity_id", "created_at"] })],
      }),
    );
    await runner.createTable(
      new Table({
        name: "authentication_events",
        columns: [
          { name: "id", ...id, isPrimary: true },
          { name: "identity_id", ...id },
          { name: "happened_at", ...moment },
          { name: "client_id", type: "varchar", length: "64" },
          { name: "auth_level", type: "int" },
          { name: "session_id", ...id },
        ],
        indices: [new TableIndex({ name: "authentication_events_of_identity", columnNames: ["identity_id", "id"] })],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      "authentication_events",
      "sessions",
      "authentication_challenges",
      "rotation_states",
      "rotation_keys",
      "signing_keys",
      "identities",
    ]) {
      await runner.dropTable(table);
    }
  }
}
