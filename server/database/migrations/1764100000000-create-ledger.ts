import type { MigrationInterface, QueryRunner } from "typeorm";
import type { ColumnType } from "../dialect.ts";
import { dialectOf } from "../dialects.ts";

/**
 * Creates wallets and the ledger: entries, chained in batches; the derived postings and balances; and pending
 * transactions.
 *
 * In SQL, because the library supports no checks on MySQL and does not cluster tables on SQLite by their key.
 */
export class CreateLedger1764100000000 implements MigrationInterface {
  readonly name = "CreateLedger1764100000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of statementsFor(runner)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      "wallets",
      "exchange_rates",
      "exchange_quotes",
      "pending_transfers",
      "ledger_turn",
      "ledger_batches",
      "ledger_accounts",
      "ledger_postings",
      "ledger_entries",
    ]) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}

function statementsFor(runner: QueryRunner): string[] {
  const { integerKey, generatedKey, clustered, ...types } = dialectOf(runner).schema;
  const [bytes, digest] = [sqlOf(types.bytes), sqlOf(types.digest)];
  // SQLite does not enforce the length of texts by itself.
  const id = (name: string) => `${name} varchar(36) NOT NULL CHECK (length(${name}) <= 36)`;
  const key = (name: string) => `${name} varchar(36) PRIMARY KEY NOT NULL CHECK (length(${name}) <= 36)`;
  return [
    `CREATE TABLE ledger_entries (sequence ${integerKey}, ${id("id")}, bytes ${bytes} NOT NULL, ` +
      "CONSTRAINT ledger_entries_by_id UNIQUE (id))",
    "CREATE TABLE ledger_postings (account bigint NOT NULL, sequence bigint NOT NULL, leg int NOT NULL, " +
      `kind int NOT NULL, amount bigint NOT NULL, PRIMARY KEY (account, sequence, leg))${clustered}`,
    `CREATE TABLE ledger_accounts (id ${generatedKey}, ${id("owner")}, asset varchar(16) NOT NULL, balance bigint NOT NULL, ` +
      "spent_day bigint NOT NULL, spent bigint NOT NULL, is_customer int NOT NULL, " +
      "CONSTRAINT ledger_accounts_of_owner UNIQUE (owner, asset), " +
      "CONSTRAINT ledger_accounts_covered CHECK (is_customer = 0 OR balance >= 0))",
    `CREATE TABLE ledger_batches (number ${integerKey}, first_sequence bigint NOT NULL, last_sequence bigint NOT NULL, ` +
      `previous_hash ${digest} NOT NULL, hash ${digest} NOT NULL, at_ms bigint NOT NULL, ` +
      "CONSTRAINT ledger_batches_by_sequence UNIQUE (first_sequence))",
    "CREATE INDEX ledger_batches_by_time ON ledger_batches (at_ms)",
    // Writers to the ledger lock its row: the last batch cannot be locked before it is known which one it is.
    "CREATE TABLE ledger_turn (id int PRIMARY KEY NOT NULL)",
    "INSERT INTO ledger_turn VALUES (1)",
    `CREATE TABLE pending_transfers (${key("id")}, ${id("sender")}, ${id("recipient")}, ` +
      "asset varchar(16) NOT NULL, amount bigint NOT NULL, fee bigint NOT NULL, description text NOT NULL, " +
      `order_bytes ${bytes} NOT NULL, key_id varchar(64) NOT NULL, signature ${bytes} NOT NULL, ` +
      `created_at bigint NOT NULL)${clustered}`,
    `CREATE TABLE exchange_quotes (${key("id")}, ${id("owner")}, source varchar(16) NOT NULL, ` +
      "source_amount bigint NOT NULL, target varchar(16) NOT NULL, rate varchar(60) NOT NULL, " +
      `origin varchar(200) NOT NULL, rate_at bigint NOT NULL, ends_at bigint NOT NULL)${clustered}`,
    "CREATE INDEX exchange_quotes_by_end ON exchange_quotes (ends_at)",
    "CREATE TABLE exchange_rates (source varchar(16) NOT NULL, target varchar(16) NOT NULL, rate varchar(60) NOT NULL, " +
      `origin varchar(200) NOT NULL, rate_at bigint NOT NULL, PRIMARY KEY (source, target))${clustered}`,
    `CREATE TABLE wallets (${key("identity_id")}, configuration text NOT NULL, auto_exchange int NOT NULL, ` +
      `is_frozen int NOT NULL, version bigint NOT NULL, created_at bigint NOT NULL)${clustered}`,
  ];
}

function sqlOf({ type, length }: ColumnType): string {
  return length === undefined ? type : `${type}(${length})`;
}
