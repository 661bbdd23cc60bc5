import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialects.ts";

/**
 * Adds links between entries: how much of a transfer is given back, and by which entries; and which transfer a pending
 * one is to give back.
 *
 * Each posting stores the balance after it, so that a balance at a moment is one index look-up. Older postings have
 * none: their balance is added up on demand, so that no start waits for rewriting a long ledger.
 */
export class LinkEntries1765000000000 implements MigrationInterface {
  readonly name = "LinkEntries1765000000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tablesOf(runner)) await runner.query(`ALTER TABLE ${table} ADD COLUMN balance bigint`);
    const { clustered } = dialectOf(runner).schema;
    const id = (name: string) => `${name} varchar(36) NOT NULL CHECK (length(${name}) <= 36)`;
    await runner.query(
      `CREATE TABLE ledger_reversals (${id("reversed")}, sequence bigint NOT NULL, amount bigint NOT NULL, ` +
        `total bigint NOT NULL, PRIMARY KEY (reversed, sequence))${clustered}`,
    );
    const reverses = "reverses varchar(36) CHECK (length(reverses) <= 36)";
    await runner.query(`ALTER TABLE pending_transfers ADD COLUMN ${reverses}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE pending_transfers DROP COLUMN reverses");
    await runner.query("DROP TABLE ledger_reversals");
    for (const table of tablesOf(runner)) await runner.query(`ALTER TABLE ${table} DROP COLUMN balance`);
  }
}

function tablesOf(runner: QueryRunner): readonly string[] {
  return dialectOf(runner).name === "sqlite" ? ["ledger_postings", "ledger_recent_postings"] : ["ledger_postings"];
}
