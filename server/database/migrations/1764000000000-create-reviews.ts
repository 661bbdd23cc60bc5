import { type MigrationInterface, type QueryRunner, Table, TableColumn, TableIndex } from "typeorm";
import { dialectOf } from "../dialects.ts";

/** Adds reviews of identities: the cases, their documents, and the expiry of their evidence. */
export class CreateReviews1764000000000 implements MigrationInterface {
  readonly name = "CreateReviews1764000000000";

  async up(runner: QueryRunner): Promise<void> {
    const { bytes } = dialectOf(runner).schema;
    const id = { type: "varchar", length: "36" };
    await runner.createTable(
      new Table({
        name: "reviews",
        columns: [
          { name: "id", ...id, isPrimary: true },
          { name: "identity_id", ...id },
          { name: "kind", type: "varchar", length: "12" },
          { name: "is_open", type: "int" },
          { name: "sealed", ...bytes },
          { name: "revision", type: "int" },
          { name: "created_at", type: "bigint" },
        ],
        indices: [
          new TableIndex({ name: "reviews_of_identity", columnNames: ["identity_id", "kind"] }),
          new TableIndex({ name: "reviews_open", columnNames: ["kind", "is_open"] }),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: "review_documents",
        columns: [
          { name: "id", ...id, isPrimary: true },
          { name: "identity_id", ...id },
          { name: "review_id", ...id },
          { name: "sealed", ...bytes },
        ],
        indices: [new TableIndex({ name: "review_documents_of_review", columnNames: ["review_id"] })],
      }),
    );
    await runner.addColumn(
      "verification_factors",
      new TableColumn({ name: "expires_at", type: "bigint", isNullable: true }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn("verification_factors", "expires_at");
    for (const table of ["review_documents", "reviews"]) await runner.dropTable(table);
  }
}
