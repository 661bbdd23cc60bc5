import type { MigrationInterface, QueryRunner } from "typeorm";
import type { ColumnType } from "../dialect.ts";
import { dialectOf } from "../dialects.ts";

/**
 * Has each batch store the changes of its accounts as one row, and the accounts follow: a row says as of which entry it is,
 * and has its last postings; earlier ones are in pages of many.
 *
 * Postings of earlier versions stay rows of their own, so that no start waits for rewriting a long ledger. Their table has
 * another name now, so that an earlier version that still runs beside this one fails before it writes sums that this one
 * would not see.
 */
export class PackPostings1767200000000 implements MigrationInterface {
  readonly name = "PackPostings1767200000000";

  async up(runner: QueryRunner): Promise<void> {
    const { integerKey, bytes } = dialectOf(runner).schema;
    if (isSqlite(runner)) {
      await runner.query("INSERT INTO ledger_postings SELECT * FROM ledger_recent_postings");
      await runner.query("DROP TABLE ledger_recent_postings");
    }
    await runner.query("ALTER TABLE ledger_postings RENAME TO ledger_early_postings");
    await runner.query("ALTER TABLE ledger_accounts ADD COLUMN as_of bigint NULL");
    await runner.query(`ALTER TABLE ledger_accounts ADD COLUMN tail ${sqlOf(bytes)} NULL`);
    await runner.query(
      `CREATE TABLE ledger_changes (number ${integerKey}, first_sequence bigint NOT NULL, ` +
        `last_sequence bigint NOT NULL, bytes ${sqlOf(bytes)} NOT NULL)`,
    );
    await runner.query(
      "CREATE TABLE ledger_posting_pages (account bigint NOT NULL, first_sequence bigint NOT NULL, " +
        `last_sequence bigint NOT NULL, balance bigint NOT NULL, postings ${sqlOf(bytes)} NOT NULL, ` +
        "PRIMARY KEY (account, first_sequence))",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const [changed] = await runner.query("SELECT number FROM ledger_changes LIMIT 1");
    if (changed !== undefined) {
      throw new Error(
        "the ledger has entries of this version; restore the backup of before the update in place of undoing it",
      );
    }
    await runner.query("DROP TABLE ledger_posting_pages");
    await runner.query("DROP TABLE ledger_changes");
    await runner.query("ALTER TABLE ledger_accounts DROP COLUMN tail");
    await runner.query("ALTER TABLE ledger_accounts DROP COLUMN as_of");
    await runner.query("ALTER TABLE ledger_early_postings RENAME TO ledger_postings");
    if (!isSqlite(runner)) return;
    await runner.query(
      "CREATE TABLE ledger_recent_postings (account bigint NOT NULL, sequence bigint NOT NULL, leg int NOT NULL, " +
        "kind int NOT NULL, amount bigint NOT NULL, balance bigint, PRIMARY KEY (account, sequence, leg)) WITHOUT ROWID",
    );
  }
}

function isSqlite(runner: QueryRunner): boolean {
  return dialectOf(runner).name === "sqlite";
}

function sqlOf({ type, length }: ColumnType): string {
  return length === undefined ? type : `${type}(${length})`;
}
