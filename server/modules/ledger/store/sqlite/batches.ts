import { runOnConnection } from "../../../../database/last-statements.ts";
import type { SqliteDatabase } from "../../../../database/sqlite/database.ts";
import { inTransaction } from "../../../../database/sqlite/transaction.ts";
import type { Request } from "../../domain/requests.ts";
import type { LedgerBounds } from "../../engine/checkpoint/bounds.ts";
import { changesOf } from "../accounts/account-changes.ts";
import { createBatchSizer } from "../batch-size.ts";
import type { BatchStep, BatchStore, Chained, ChangedAccount, Decided } from "../batch-store.ts";
import { holdColumns } from "../hold-row.ts";
import { batchColumns, changesColumns, checkpointColumns, newAccountColumns, pageColumns } from "../ledger-row.ts";
import { pendingTransferColumns } from "../pending-transfer-row.ts";
import { weightOf } from "../request-parts.ts";
import { reversalColumns } from "../reversal-row.ts";
import { toNewAccountRow } from "../row-conversion.ts";
import { SqliteMemory } from "./memory.ts";
import { type SqliteStatements, sqliteStatements } from "./statements.ts";
import { sqliteStored } from "./stored.ts";

type AfterStep = (step: BatchStep) => void;

/**
 * Batch store on SQLite: a batch is read, decided and written synchronously, which blocks the event loop. The size of a
 * batch is therefore adapted to its duration.
 */
export function sqliteBatches(
  { onConnection }: Pick<SqliteDatabase, "onConnection">,
  { checkpointEntries, cachedAccounts }: LedgerBounds,
  afterStep: AfterStep,
): BatchStore {
  let prepared: { readonly statements: SqliteStatements; readonly memory: SqliteMemory } | undefined;
  const pace = createBatchSizer(batchMs);
  return {
    get sizeMax() {
      return pace.size;
    },
    write: (requests, decide) =>
      onConnection((connection) => {
        prepared ??= {
          statements: sqliteStatements(connection),
          memory: new SqliteMemory(checkpointEntries, cachedAccounts),
        };
        const { statements, memory } = prepared;
        const startedMs = performance.now();
        const { decided, noteWritten } = inTransaction(connection, () => {
          // Inside the transaction, since another process may write to the same file.
          const stored = sqliteStored(statements, memory, requests);
          afterStep("read");
          const decided = decide(stored);
          afterStep("decided");
          write(statements, decided, afterStep);
          const noteWritten = writeCheckpoint(statements, memory, decided);
          afterStep("checkpointed");
          for (const record of decided.records) runOnConnection(record, connection);
          return { decided, noteWritten };
        });
        afterStep("committed");
        noteWritten();
        memory.end(decided.chained, decided.accounts);
        pace.record(weightOfAll(requests), performance.now() - startedMs);
        return decided;
      }),
  };
}

function weightOfAll(requests: readonly Request[]): number {
  return requests.reduce((sum, request) => sum + weightOf(request), 0);
}

/** Target duration of a batch. */
const batchMs = 10;

function write(statements: SqliteStatements, decided: Decided, afterStep: AfterStep): void {
  const { accounts, created, settled, usedQuotes, holds, chained } = decided;
  for (const account of accounts) {
    account.id ??= addAccount(statements, account);
    if (account.isHeldChanged) statements.setHeld.run(account.held, account.id);
  }
  afterStep("accounts");
  if (chained !== undefined) writeEntries(statements, chained, afterStep);
  for (const transfer of created) statements.addPending.run(...pendingTransferColumns.values(transfer));
  for (const id of settled) statements.removePending.run(id);
  for (const id of usedQuotes) statements.removeQuote.run(id);
  for (const hold of holds) statements.setHold.run(...holdColumns.values(hold));
  afterStep("pending");
  if (chained === undefined) return;
  statements.addBatch.run(...batchColumns.values(chained.batch));
  afterStep("chained");
}

/** Writes the changes of the accounts, and brings some rows up to date. Returns the function to call after the commit. */
function writeCheckpoint(
  statements: SqliteStatements,
  { checkpoints }: SqliteMemory,
  { accounts, chained }: Decided,
): () => void {
  if (chained === undefined) return () => {};
  const own = changesOf(accounts, chained);
  statements.addChanges.run(...changesColumns.values(own.packed));
  const swept = checkpoints.next(chained.entries.length);
  for (const row of statements.checkpoints.all(JSON.stringify(swept.ids)).map(checkpointColumns.read)) {
    const caught = checkpoints.caughtUp(row, own.of(row.id));
    if (caught === undefined) continue;
    const { id, balance, spentDay, spent, asOf, tail } = caught.row;
    statements.setCheckpoint.run(balance, spentDay, spent, asOf, tail, id);
    for (const page of caught.pages) statements.addPage.run(...pageColumns.values(page));
  }
  statements.removeChanges.run(checkpoints.keptFrom);
  return () => checkpoints.written(own.packed, swept, own.changes);
}

function addAccount(statements: SqliteStatements, account: ChangedAccount): number {
  const { lastInsertRowid } = statements.addAccount.run(...newAccountColumns.values(toNewAccountRow(account)));
  return Number(lastInsertRowid);
}

function writeEntries(statements: SqliteStatements, { entries, reversals }: Chained, afterStep: AfterStep): void {
  statements.addEntries(entries);
  afterStep("entries");
  for (const reversal of reversals) statements.addReversal.run(...reversalColumns.values(reversal));
}
