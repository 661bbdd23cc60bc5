import { type MigrationInterface, type QueryRunner, Table, TableIndex } from "typeorm";
import { dialectOf } from "../dialects.ts";

/** Creates challenges of identity verification, proven factors, and secrets of the service itself. */
export class CreateVerifications1763900000000 implements MigrationInterface {
  readonly name = "CreateVerifications1763900000000";

  async up(runner: QueryRunner): Promise<void> {
    const { bytes } = dialectOf(runner).schema;
    const id = { type: "varchar", length: "36" };
    await runner.createTable(
      new Table({
        name: "verification_challenges",
        columns: [
          { name: "id", ...id, isPrimary: true },
          { name: "identity_id", ...id },
          { name: "method", type: "varchar", length: "40" },
          { name: "target", type: "varchar", length: "20" },
          { name: "state", type: "varchar", length: "12" },
          { name: "attempts", type: "int" },
          { name: "attempts_max", type: "int" },
          { name: "created_at", type: "bigint" },
          { name: "expires_at", type: "bigint" },
          { name: "sealed_secret", ...bytes },
        ],
        indices: [
          new TableIndex({ name: "verification_challenges_of_identity", columnNames: ["identity_id", "method"] }),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: "verification_factors",
        columns: [
          { name: "identity_id", ...id, isPrimary: true },
          { name: "name", type: "varchar", length: "40", isPrimary: true },
          { name: "methods", type: "text" },
          { name: "sealed", ...bytes },
          { name: "revision", type: "int" },
          { name: "proven_at", type: "bigint" },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: "service_secrets",
        columns: [
          { name: "name", type: "varchar", length: "40", isPrimary: true },
          { name: "sealed", ...bytes },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["service_secrets", "verification_factors", "verification_challenges"]) {
      await runner.dropTable(table);
    }
  }
}
