import { format, type SqlValue } from "mysql2";
import type { RunScript } from "../../../../database/mysql/scripts.ts";
import { isSystemOwner } from "../../domain/entry/entry.ts";
import type { ChangedAccount, Decided } from "../batch-store.ts";

/** The statements that write what a batch changes, when all of its accounts have ids. */
export function statementsOf({ accounts, chained, created, settled, usedQuotes }: Decided): string[] {
  const statements = [
    ...inserts(
      "ledger_accounts (id, owner, asset, balance, spent_day, spent, is_customer)",
      accounts.map((account) => [account.id, ...valuesOf(account)]),
      "ON DUPLICATE KEY UPDATE balance = VALUES(balance), spent_day = VALUES(spent_day), spent = VALUES(spent)",
    ),
    ...inserts(
      "pending_transfers (id, sender, recipient, asset, amount, fee, description, order_bytes, key_id, signature, created_at)",
      created.map((one) => [
        ...[one.id, one.sender, one.recipient, one.asset, one.amount, one.fee, one.description],
        ...[one.order, one.keyId, one.signature, one.createdAtMs],
      ]),
    ),
    ...deletes("pending_transfers", settled),
    ...deletes("exchange_quotes", usedQuotes),
  ];
  if (chained === undefined) return statements;
  const { number, firstSequence, lastSequence, previousHash, hash, atMs } = chained.batch;
  return [
    ...statements,
    ...inserts(
      "ledger_entries (sequence, id, bytes)",
      chained.entries.map(({ sequence, id, bytes }) => [sequence, id, bytes]),
    ),
    ...inserts(
      "ledger_postings (account, sequence, leg, kind, amount)",
      chained.postings.map((one) => [one.account.id, one.sequence, one.leg, one.kind, one.amount]),
    ),
    ...inserts("ledger_batches (number, first_sequence, last_sequence, previous_hash, hash, at_ms)", [
      [number, firstSequence, lastSequence, previousHash, hash, atMs],
    ]),
  ];
}

/** So many bytes go in one statement: servers refuse larger ones than they are set to take, 16 MiB by default. */
const statementBytes = 1_048_576;

function* inserts(into: string, rows: readonly SqlValue[][], after = ""): Generator<string> {
  let waiting: SqlValue[][] = [];
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    waiting.push(row);
    for (const value of row) bytes += value instanceof Uint8Array ? 2 * value.length : String(value).length;
    if (bytes < statementBytes && index < rows.length - 1) continue;
    yield format(`INSERT INTO ${into} VALUES ? ${after}`, [waiting]);
    waiting = [];
    bytes = 0;
  }
}

function deletes(table: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [format(`DELETE FROM ${table} WHERE id IN (?)`, [[...ids]])];
}

/** Accounts that are new are written, and the database gives them their ids. */
export async function addAccounts(run: RunScript, accounts: readonly ChangedAccount[]): Promise<void> {
  const added = accounts.filter(({ id }) => id === undefined);
  if (added.length === 0) return;
  const columns = "owner, asset, balance, spent_day, spent, is_customer";
  const [, rows = []] = await run([
    format(`INSERT INTO ledger_accounts (${columns}) VALUES ?`, [added.map(valuesOf)]),
    format("SELECT id, owner, asset FROM ledger_accounts WHERE owner IN (?)", [added.map(({ owner }) => owner)]),
  ]);
  const ids = new Map(rows.map((row) => [`${row["owner"]} ${row["asset"]}`, Number(row["id"])]));
  for (const account of added) account.id = ids.get(`${account.owner} ${account.asset}`);
}

function valuesOf({ owner, asset, balance, spentDay, spent }: ChangedAccount): SqlValue[] {
  return [owner, asset, balance, spentDay, spent, isSystemOwner(owner) ? 0 : 1];
}
