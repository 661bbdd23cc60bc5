import { type MigrationInterface, type QueryRunner, Table, TableIndex } from "typeorm";
import { dialectOf } from "../dialects.ts";

/** Creates the vault: the check value of its root, and its keys, each wrapped by the one above. */
export class CreateVault1763700000000 implements MigrationInterface {
  readonly name = "CreateVault1763700000000";

  async up(runner: QueryRunner): Promise<void> {
    const { digest, wrappedKey } = dialectOf(runner).schema;
    const wrapped = { ...wrappedKey, isNullable: true };
    const id = { type: "varchar", length: "36", isPrimary: true };
    const owner = [
      { name: "identity", type: "varchar", length: "128" },
      { name: "purpose", type: "varchar", length: "128" },
    ];
    const moment = { type: "bigint" };
    await runner.createTable(
      new Table({
        name: "vault_root",
        columns: [
          { name: "id", type: "int", isPrimary: true },
          { name: "salt", ...digest, isNullable: true },
          { name: "iterations", type: "int", isNullable: true },
          { name: "check_value", ...wrapped },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: "vault_key_encryption_keys",
        columns: [
          { name: "version", type: "int", isPrimary: true },
          { name: "state", type: "varchar", length: "16" },
          { name: "wrapped_key", ...wrapped },
          { name: "created_at", ...moment },
          { name: "destroyed_at", ...moment, isNullable: true },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: "vault_data_keys",
        columns: [
          { name: "id", ...id },
          ...owner,
          { name: "version", type: "int" },
          { name: "key_encryption_key_version", type: "int" },
          { name: "wrapped_key", ...wrappedKey },
          { name: "created_at", ...moment },
        ],
        indices: [
          new TableIndex({
            name: "vault_data_keys_of_owner",
            columnNames: ["identity", "purpose", "version"],
            isUnique: true,
          }),
          new TableIndex({
            name: "vault_data_keys_by_wrapping_key",
            columnNames: ["key_encryption_key_version", "id"],
          }),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: "vault_signing_keys",
        columns: [
          { name: "id", ...id },
          ...owner,
          { name: "public_key", ...digest },
          { name: "sealed_private_key", ...wrapped },
          { name: "created_at", ...moment },
          { name: "destroyed_at", ...moment, isNullable: true },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["vault_signing_keys", "vault_data_keys", "vault_key_encryption_keys", "vault_root"]) {
      await runner.dropTable(table);
    }
  }
}
