import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialects.ts";

/**
 * Each posting keeps the balance after it, so that a balance at a moment is one step in an index. Postings from before
 * have none: theirs is added up when it is asked for, and no start waits until a long ledger is written anew.
 */
export class LinkPostings1765000000000 implements MigrationInterface {
  readonly name = "LinkPostings1765000000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tablesOf(runner)) await runner.query(`ALTER TABLE ${table} ADD COLUMN balance bigint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tablesOf(runner)) await runner.query(`ALTER TABLE ${table} DROP COLUMN balance`);
  }
}

function tablesOf(runner: QueryRunner): readonly string[] {
  return dialectOf(runner).name === "sqlite" ? ["ledger_postings", "ledger_recent_postings"] : ["ledger_postings"];
}
