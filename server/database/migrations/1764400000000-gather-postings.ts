import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialects.ts";

/** Tables that only SQLite has, and those that have their rows on a server. */
export const gatheredOnSqlite: Readonly<Record<string, string>> = { ledger_recent_postings: "ledger_postings" };

/**
 * Adds a table on SQLite in which recent postings wait until there are many. The settled table is ordered by account,
 * so the few postings of a batch would change almost as many pages, and SQLite writes whole pages.
 */
export class GatherPostings1764400000000 implements MigrationInterface {
  readonly name = "GatherPostings1764400000000";

  async up(runner: QueryRunner): Promise<void> {
    if (!isSqlite(runner)) return;
    await runner.query(
      "CREATE TABLE ledger_recent_postings (account bigint NOT NULL, sequence bigint NOT NULL, leg int NOT NULL, " +
        "kind int NOT NULL, amount bigint NOT NULL, PRIMARY KEY (account, sequence, leg)) WITHOUT ROWID",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!isSqlite(runner)) return;
    await runner.query("INSERT INTO ledger_postings SELECT * FROM ledger_recent_postings");
    await runner.query("DROP TABLE ledger_recent_postings");
  }
}

function isSqlite(runner: QueryRunner): boolean {
  return dialectOf(runner).name === "sqlite";
}
