import { type MigrationInterface, type QueryRunner, Table } from "typeorm";

/** Adds the wrong answers to challenges, by identity and method, and the challenges that replace a factor. */
export class CountGuesses1764600000000 implements MigrationInterface {
  readonly name = "CountGuesses1764600000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: "verification_guesses",
        columns: [
          { name: "identity_id", type: "varchar", length: "36", isPrimary: true },
          { name: "method", type: "varchar", length: "40", isPrimary: true },
          { name: "window_started_at", type: "bigint" },
          { name: "window_count", type: "int" },
          { name: "consecutive", type: "int" },
        ],
      }),
    );
    await runner.query("ALTER TABLE verification_challenges ADD COLUMN replaces int NULL");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE verification_challenges DROP COLUMN replaces");
    await runner.dropTable("verification_guesses");
  }
}
