import { format, type SqlValue } from "mysql2";
import type { EntityManager } from "typeorm";
import { isSystemOwner } from "../../domain/ledger/entry.ts";
import type { BatchStep, ChangedAccount, Decided } from "./batch-store.ts";
import type { StoredRow } from "./records.ts";

/** Writes what a batch changes, by a statement for each table. */
export async function writeBatch(
  manager: EntityManager,
  decided: Decided,
  afterStep: (step: BatchStep) => void,
): Promise<void> {
  await addAccounts(
    manager,
    decided.accounts.filter(({ id }) => id === undefined),
  );
  let underWay = async () => {};
  for (const { sql, step } of statementsOf(decided)) {
    // The next one is spelled while this one is being done, but never sent: after a deadlock, which ends the
    // transaction, it would be stored by itself.
    await underWay();
    const done = manager.query(sql);
    underWay = async () => {
      await done;
      afterStep(step);
    };
  }
  await underWay();
}

interface Statement {
  readonly sql: string;
  readonly step: BatchStep;
}

/** Spelled one at a time, as they are asked for. */
function* statementsOf({ accounts, chained, created, settled, usedQuotes }: Decided): Generator<Statement> {
  yield* inserts(
    "accounts",
    "ledger_accounts (id, owner, asset, balance, spent_day, spent, is_customer)",
    accounts.map((account) => [account.id, ...valuesOf(account)]),
    "ON DUPLICATE KEY UPDATE balance = VALUES(balance), spent_day = VALUES(spent_day), spent = VALUES(spent)",
  );
  yield* inserts(
    "entries",
    "ledger_entries (sequence, id, bytes)",
    (chained?.entries ?? []).map(({ sequence, id, bytes }) => [sequence, id, bytes]),
  );
  yield* inserts(
    "postings",
    "ledger_postings (account, sequence, leg, kind, amount)",
    (chained?.postings ?? []).map((one) => [one.account.id, one.sequence, one.leg, one.kind, one.amount]),
  );
  yield* inserts(
    "pending",
    "pending_transfers (id, sender, recipient, asset, amount, fee, description, order_bytes, key_id, signature, created_at)",
    created.map((one) => [
      ...[one.id, one.sender, one.recipient, one.asset, one.amount, one.fee, one.description],
      ...[one.order, one.keyId, one.signature, one.createdAtMs],
    ]),
  );
  yield* deletes("pending_transfers", settled);
  yield* deletes("exchange_quotes", usedQuotes);
  if (chained === undefined) return;
  const { number, firstSequence, lastSequence, previousHash, hash, atMs } = chained.batch;
  yield* inserts("chained", "ledger_batches (number, first_sequence, last_sequence, previous_hash, hash, at_ms)", [
    [number, firstSequence, lastSequence, previousHash, hash, atMs],
  ]);
}

/** So many bytes go in one statement: servers refuse larger ones than they are set to take, 16 MiB by default. */
const statementBytes = 1_048_576;

function* inserts(step: BatchStep, into: string, rows: readonly SqlValue[][], after = ""): Generator<Statement> {
  let waiting: SqlValue[][] = [];
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    waiting.push(row);
    for (const value of row) bytes += value instanceof Uint8Array ? 2 * value.length : String(value).length;
    if (bytes < statementBytes && index < rows.length - 1) continue;
    yield { sql: format(`INSERT INTO ${into} VALUES ? ${after}`, [waiting]), step };
    waiting = [];
    bytes = 0;
  }
}

function* deletes(table: string, ids: readonly string[]): Generator<Statement> {
  if (ids.length > 0) yield { sql: format(`DELETE FROM ${table} WHERE id IN (?)`, [[...ids]]), step: "pending" };
}

/** The database gives them their ids. */
async function addAccounts(manager: EntityManager, accounts: readonly ChangedAccount[]): Promise<void> {
  if (accounts.length === 0) return;
  const columns = "owner, asset, balance, spent_day, spent, is_customer";
  await manager.query(`INSERT INTO ledger_accounts (${columns}) VALUES ?`, [accounts.map(valuesOf)]);
  const rows: StoredRow[] = await manager.query("SELECT id, owner, asset FROM ledger_accounts WHERE owner IN (?)", [
    accounts.map(({ owner }) => owner),
  ]);
  const ids = new Map(rows.map((row) => [`${row["owner"]} ${row["asset"]}`, Number(row["id"])]));
  for (const account of accounts) account.id = ids.get(`${account.owner} ${account.asset}`);
}

function valuesOf({ owner, asset, balance, spentDay, spent }: ChangedAccount): SqlValue[] {
  return [owner, asset, balance, spentDay, spent, isSystemOwner(owner) ? 0 : 1];
}
