import type { Database as Connection, Statement } from "better-sqlite3";
import { textList } from "../../../../database/sqlite/dialect.ts";
import { recentPostings, settledPostings } from "../postings.ts";
import { lastBatch } from "../records.ts";
import { type BulkInsert, bulkInsert } from "./bulk.ts";

/** What a batch asks of SQLite, prepared once. Rows are answered as lists, which costs least. */
export interface SqliteStatements {
  /** Another number when another connection has committed something. */
  readonly dataVersion: Statement<[], [version: bigint]>;
  /** Rows that this connection has inserted, changed and removed since it was opened. */
  readonly totalChanges: Statement<[], [rows: bigint]>;
  readonly last: Statement<[], [number: bigint, lastSequence: bigint, hash: Uint8Array, atMs: bigint]>;
  /** Of several ids, in a JSON array: most are found nowhere, and those cost nothing but the look. */
  readonly entries: Statement<[ids: string], [id: string, bytes: Uint8Array]>;
  readonly pending: Statement<[ids: string], Record<string, unknown>>;
  readonly wallet: Statement<[owner: string], WalletColumns>;
  /** Of several owners, in a JSON array: a row costs a third of what it does alone. */
  readonly wallets: Statement<[owners: string], WalletColumns>;
  readonly account: Statement<[owner: string, asset: string], AccountColumns>;
  readonly accounts: Statement<[owners: string, asset: string], AccountColumns>;
  readonly quote: Statement<[id: string], Record<string, unknown>>;
  readonly changeAccount: Statement;
  readonly addAccount: Statement;
  readonly addEntries: BulkInsert;
  readonly addPostings: BulkInsert;
  readonly copyPostings: Statement;
  readonly removeRecent: Statement;
  readonly addPending: Statement;
  readonly removePending: Statement;
  readonly removeQuote: Statement;
  readonly addBatch: Statement;
}

export type WalletColumns = [owner: string, isFrozen: bigint, autoExchange: bigint, level: bigint];
export type AccountColumns = [owner: string, id: bigint, balance: bigint, day: bigint, spent: bigint];

export function sqliteStatements(connection: Connection): SqliteStatements {
  const listed = (sql: string) => connection.prepare(sql).raw(true);
  const prepared = {
    dataVersion: listed("PRAGMA data_version"),
    totalChanges: listed("SELECT total_changes()"),
    last: listed(lastBatch),
    entries: listed(`SELECT id, bytes FROM ledger_entries WHERE id IN ${textList}`),
    pending: connection.prepare(`SELECT * FROM pending_transfers WHERE id IN ${textList}`),
    wallet: listed(`${walletFacts} = ?`),
    wallets: listed(`${walletFacts} IN ${textList}`),
    account: listed(`${accountFacts} = ? AND asset = ?`),
    accounts: listed(`${accountFacts} IN ${textList} AND asset = ?`),
    quote: connection.prepare("SELECT * FROM exchange_quotes WHERE id = ?"),
    changeAccount: connection.prepare("UPDATE ledger_accounts SET balance = ?, spent_day = ?, spent = ? WHERE id = ?"),
    addAccount: connection.prepare(
      "INSERT INTO ledger_accounts (owner, asset, balance, spent_day, spent, is_customer) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    addEntries: bulkInsert(connection, "ledger_entries (sequence, id, bytes)"),
    addPostings: bulkInsert(connection, `${recentPostings} (account, sequence, leg, kind, amount)`),
    copyPostings: connection.prepare(`INSERT OR FAIL INTO ${settledPostings} SELECT * FROM ${recentPostings}`),
    removeRecent: connection.prepare(`DELETE FROM ${recentPostings}`),
    addPending: connection.prepare(
      "INSERT INTO pending_transfers (id, sender, recipient, asset, amount, fee, description, order_bytes, key_id, " +
        "signature, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    removePending: connection.prepare("DELETE FROM pending_transfers WHERE id = ?"),
    removeQuote: connection.prepare("DELETE FROM exchange_quotes WHERE id = ?"),
    addBatch: connection.prepare(
      "INSERT INTO ledger_batches (number, first_sequence, last_sequence, previous_hash, hash, at_ms) " +
        "VALUES (?, ?, ?, ?, ?, ?)",
    ),
  };
  return prepared as unknown as SqliteStatements;
}

/** With the level of its identity, for which a join takes ten times as long. */
const walletFacts =
  "SELECT identity_id, is_frozen, auto_exchange, COALESCE((SELECT level FROM identities WHERE id = identity_id), 0) " +
  "FROM wallets WHERE identity_id";

const accountFacts = "SELECT owner, id, balance, spent_day, spent FROM ledger_accounts WHERE owner";
