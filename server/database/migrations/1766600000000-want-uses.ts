import { type MigrationInterface, type QueryRunner, TableIndex } from "typeorm";

/** Marks the windows in which a process wanted more uses than were left. */
export class WantUses1766600000000 implements MigrationInterface {
  readonly name = "WantUses1766600000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE use_windows ADD COLUMN wanted bigint NOT NULL DEFAULT 0");
    const index = new TableIndex({ name: "use_windows_wanted", columnNames: ["wanted"] });
    await runner.createIndex("use_windows", index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex("use_windows", "use_windows_wanted");
    await runner.query("ALTER TABLE use_windows DROP COLUMN wanted");
  }
}
