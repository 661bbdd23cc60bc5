import type { Database as Connection, Statement } from "better-sqlite3";
import { columnsOf, into } from "../../../../database/column-list.ts";
import type { StoredRow } from "../../../../database/dialect.ts";
import { sqliteDialect, textList } from "../../../../database/sqlite/dialect.ts";
import type { NewEntry } from "../batch-store.ts";
import { changingHoldColumns, holdColumns } from "../hold-row.ts";
import {
  batchColumns,
  changesColumns,
  checkpointColumns,
  entryColumns,
  ledgerAccountRows,
  newAccountColumns,
  pageColumns,
} from "../ledger-row.ts";
import { pendingTransferColumns } from "../pending-transfer-row.ts";
import { reversalColumns } from "../reversal-row.ts";
import { allRates, lastBatch } from "../row-conversion.ts";
import { walletFactColumns } from "../wallet-row.ts";
import { type BulkInsert, bulkInsert } from "./bulk.ts";

/** Prepared statements of a batch. Statements that return many rows return them as arrays, which is fastest. */
export interface SqliteStatements {
  /** Number of changes of the facts of wallets. */
  readonly factChanges: Statement<[], [count: bigint]>;
  readonly last: Statement<[], StoredRow>;
  /** Hash of the batch of a number. */
  readonly hash: Statement<[number: number], [hash: Uint8Array]>;
  /** Batches of several numbers, given as a JSON array. */
  readonly batches: Statement<[numbers: string], StoredRow>;
  /** Entries of several ids, given as a JSON array. Most ids are not stored, and cost only the index lookup. */
  readonly entries: Statement<[ids: string], [id: string, bytes: Uint8Array]>;
  readonly pending: Statement<[ids: string], StoredRow>;
  readonly wallet: Statement<[owner: string], WalletColumns>;
  /** Wallets of several owners, given as a JSON array: a row costs a third of a single query. */
  readonly wallets: Statement<[owners: string], WalletColumns>;
  readonly account: Statement<[owner: string, asset: string], AccountColumns>;
  readonly accounts: Statement<[owners: string, asset: string], AccountColumns>;
  readonly quote: Statement<[id: string], StoredRow>;
  readonly hold: Statement<[id: string], StoredRow>;
  /** How much of a transfer is given back. */
  readonly reversed: Statement<[id: string], [total: bigint]>;
  readonly rates: Statement<[], StoredRow>;
  /** Changes of the accounts by the batches after a number. */
  readonly changes: Statement<[number: number], StoredRow>;
  /** Number of the first batch whose changes are stored. */
  readonly firstChanges: Statement<[], [number: bigint | null]>;
  /** Rows of several accounts, given by a JSON array of their ids. */
  readonly checkpoints: Statement<[ids: string], StoredRow>;
  readonly setCheckpoint: Statement;
  readonly setHeld: Statement<[held: bigint, id: number]>;
  readonly addAccount: Statement;
  readonly addEntries: BulkInsert<Pick<NewEntry, "sequence" | "id" | "bytes">>;
  readonly addPage: Statement;
  readonly addChanges: Statement;
  readonly removeChanges: Statement<[keptFrom: number]>;
  readonly addPending: Statement;
  readonly removePending: Statement;
  readonly removeQuote: Statement;
  readonly setHold: Statement;
  readonly addBatch: Statement;
  readonly addReversal: Statement;
}

export type WalletColumns = [
  owner: string,
  isFrozen: bigint,
  autoExchange: bigint,
  level: bigint,
  falls: string | null,
];
export type AccountColumns = [
  owner: string,
  id: bigint,
  balance: bigint,
  spentDay: bigint,
  spent: bigint,
  held: bigint,
  asOf: bigint | null,
];

/** In the order of `WalletColumns`. The identity's level is a subquery, because a join takes ten times as long. */
const walletFacts =
  `SELECT ${walletFactColumns.sql}, COALESCE((SELECT level FROM identities WHERE id = identity_id), 0), ` +
  "(SELECT level_falls FROM identities WHERE id = identity_id) FROM wallets WHERE identity_id";

/** In the order of `AccountColumns`. */
const accountFacts =
  `SELECT ${columnsOf(ledgerAccountRows, ["owner", "id", "balance", "spentDay", "spent", "held", "asOf"]).sql} ` +
  "FROM ledger_accounts WHERE owner";

export function sqliteStatements(connection: Connection): SqliteStatements {
  const listed = (sql: string) => connection.prepare(sql).raw(true);
  const prepared = {
    factChanges: listed("SELECT count FROM wallet_fact_changes"),
    last: connection.prepare(lastBatch),
    hash: listed("SELECT hash FROM ledger_batches WHERE number = ?"),
    batches: connection.prepare(
      `SELECT ${batchColumns.sql} FROM ledger_batches WHERE number IN (SELECT value FROM json_each(?))`,
    ),
    entries: listed(`SELECT id, bytes FROM ledger_entries WHERE id IN ${textList}`),
    pending: connection.prepare(`SELECT * FROM pending_transfers WHERE id IN ${textList}`),
    wallet: listed(`${walletFacts} = ?`),
    wallets: listed(`${walletFacts} IN ${textList}`),
    account: listed(`${accountFacts} = ? AND asset = ?`),
    accounts: listed(`${accountFacts} IN ${textList} AND asset = ?`),
    quote: connection.prepare("SELECT * FROM exchange_quotes WHERE id = ?"),
    hold: connection.prepare(`SELECT ${holdColumns.sql} FROM holds WHERE id = ?`),
    reversed: listed("SELECT total FROM ledger_reversals WHERE reversed = ? ORDER BY sequence DESC LIMIT 1"),
    rates: connection.prepare(allRates),
    changes: connection.prepare(`SELECT ${changesColumns.sql} FROM ledger_changes WHERE number > ? ORDER BY number`),
    firstChanges: listed("SELECT MIN(number) FROM ledger_changes"),
    checkpoints: connection.prepare(
      `SELECT ${checkpointColumns.sql} FROM ledger_accounts WHERE id IN (SELECT value FROM json_each(?))`,
    ),
    setCheckpoint: connection.prepare(
      "UPDATE ledger_accounts SET balance = ?, spent_day = ?, spent = ?, as_of = ?, tail = ? WHERE id = ?",
    ),
    setHeld: connection.prepare("UPDATE ledger_accounts SET held = ? WHERE id = ?"),
    addAccount: connection.prepare(`INSERT ${into(newAccountColumns)}`),
    addEntries: bulkInsert(connection, entryColumns),
    addPage: connection.prepare(`INSERT ${into(pageColumns)}`),
    addChanges: connection.prepare(`INSERT ${into(changesColumns)}`),
    removeChanges: connection.prepare("DELETE FROM ledger_changes WHERE number < ?"),
    addPending: connection.prepare(`INSERT ${into(pendingTransferColumns)}`),
    removePending: connection.prepare("DELETE FROM pending_transfers WHERE id = ?"),
    removeQuote: connection.prepare("DELETE FROM exchange_quotes WHERE id = ?"),
    setHold: connection.prepare(`INSERT ${into(holdColumns)} ${sqliteDialect.overwrite(changingHoldColumns.names)}`),
    addBatch: connection.prepare(`INSERT ${into(batchColumns)}`),
    addReversal: connection.prepare(`INSERT ${into(reversalColumns)}`),
  };
  return prepared as unknown as SqliteStatements;
}
