import type { Database as Connection } from "better-sqlite3";
import { runOnConnection } from "../../../../database/last-statements.ts";
import type { SqliteDatabase } from "../../../../database/sqlite/database.ts";
import { inTransaction } from "../../../../database/sqlite/transaction.ts";
import type { Batch } from "../../domain/entry/entry.ts";
import type { Request } from "../../domain/requests.ts";
import { createBatchSizer } from "../batch-size.ts";
import type { BatchStep, BatchStore, Chained, ChangedAccount, Decided, NewPosting } from "../batch-store.ts";
import { holdColumns } from "../hold-row.ts";
import { accountSumColumns, batchColumns, newAccountColumns } from "../ledger-row.ts";
import { pendingTransferColumns } from "../pending-transfer-row.ts";
import { endsStretch } from "../postings.ts";
import { weightOf } from "../request-parts.ts";
import { reversalColumns } from "../reversal-row.ts";
import { toNewAccountRow, toPostingRow } from "../row-conversion.ts";
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
  settleEvery: number,
  afterStep: AfterStep,
): BatchStore {
  let prepared: ReturnType<typeof prepare> | undefined;
  const pace = createBatchSizer(batchMs);
  return {
    get sizeMax() {
      return pace.size;
    },
    write: (requests, decide) =>
      onConnection((connection) => {
        prepared ??= prepare(connection);
        const { statements, memory } = prepared;
        const startedMs = performance.now();
        const decided = inTransaction(connection, () => {
          // Inside the transaction, since another process may write to the same file.
          const stored = sqliteStored(statements, memory, requests);
          afterStep("read");
          const decided = decide(stored);
          afterStep("decided");
          write(statements, decided, afterStep);
          if (decided.chained !== undefined) settle(statements, decided.chained.batch, settleEvery);
          afterStep("settled");
          for (const record of decided.records) runOnConnection(record, connection);
          return decided;
        });
        afterStep("committed");
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

function prepare(connection: Connection) {
  return { statements: sqliteStatements(connection), memory: new SqliteMemory() };
}

function write(statements: SqliteStatements, decided: Decided, afterStep: AfterStep): void {
  const { accounts, created, settled, usedQuotes, holds, chained } = decided;
  for (const account of accounts) {
    if (account.id !== undefined) statements.changeAccount.run(...accountSumColumns.values(account), account.id);
    else account.id = addAccount(statements, account);
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

/** Moves the recent postings to the settled table after every `every` entries. */
function settle(statements: SqliteStatements, { firstSequence, lastSequence }: Batch, every: number): void {
  if (!endsStretch(every, firstSequence, lastSequence)) return;
  statements.copyPostings.run();
  statements.removeRecent.run();
}

function addAccount(statements: SqliteStatements, account: ChangedAccount): number {
  const { lastInsertRowid } = statements.addAccount.run(...newAccountColumns.values(toNewAccountRow(account)));
  return Number(lastInsertRowid);
}

function writeEntries(
  statements: SqliteStatements,
  { entries, postings, reversals }: Chained,
  afterStep: AfterStep,
): void {
  statements.addEntries(entries);
  afterStep("entries");
  // In the order of the table, so that postings of one account use the same page.
  statements.addPostings(postings.toSorted(byAccount).map(toPostingRow));
  for (const reversal of reversals) statements.addReversal.run(...reversalColumns.values(reversal));
  afterStep("postings");
}

/** Compares postings only by account: a stable sort keeps the order within an account. */
function byAccount(a: NewPosting, b: NewPosting): number {
  return (a.account.id ?? 0) - (b.account.id ?? 0);
}
