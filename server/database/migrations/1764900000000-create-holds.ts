import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialects.ts";

/** Adds holds, open and ended, and the sum in open holds of each account. Both are derived from the entries. */
export class CreateHolds1764900000000 implements MigrationInterface {
  readonly name = "CreateHolds1764900000000";

  async up(runner: QueryRunner): Promise<void> {
    const { clustered } = dialectOf(runner).schema;
    const id = (name: string, rest = "") => `${name} varchar(36)${rest} NOT NULL CHECK (length(${name}) <= 36)`;
    await runner.query("ALTER TABLE ledger_accounts ADD COLUMN held bigint NOT NULL DEFAULT 0");
    await runner.query(
      `CREATE TABLE holds (${id("id", " PRIMARY KEY")}, ${id("sender")}, ${id("recipient")}, asset varchar(16) NOT NULL, ` +
        "amount bigint NOT NULL, fee bigint NOT NULL, captured bigint NOT NULL, captured_fee bigint NOT NULL, " +
        "state int NOT NULL, ends_at bigint NOT NULL, held_at bigint NOT NULL, sequence bigint NOT NULL, " +
        `last_sequence bigint NOT NULL, CONSTRAINT holds_covered CHECK (captured <= amount))${clustered}`,
    );
    await runner.query("CREATE INDEX holds_of_sender ON holds (sender, sequence)");
    await runner.query("CREATE INDEX holds_of_recipient ON holds (recipient, sequence)");
    await runner.query("CREATE INDEX holds_by_end ON holds (state, ends_at)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE holds");
    await runner.query("ALTER TABLE ledger_accounts DROP COLUMN held");
  }
}
