import { byDialect, type Database } from "../../../database/source.ts";
import type { Follower } from "../domain/follower.ts";
import type { Policy } from "../domain/policy.ts";
import type { RatesWith } from "../domain/rates/rates.ts";
import type { Ledger } from "../domain/requests.ts";
import { boundsFrom, type LedgerBounds } from "../engine/checkpoint/bounds.ts";
import { decide } from "../engine/decide/decide.ts";
import type { Journal } from "../engine/journal/journal.ts";
import { storedPostings } from "./accounts/postings.ts";
import { storedAccounts } from "./accounts/stored-accounts.ts";
import { followedChanges } from "./accounts/stored-changes.ts";
import type { BatchStep, BatchStore } from "./batch-store.ts";
import { type BatchWriter, batchWriter } from "./batch-writer.ts";
import { createExecutor } from "./executor.ts";
import { entriesBetween, historyOf } from "./history.ts";
import { holdReads } from "./holds.ts";
import { type BatchMeasurements, measuredBatches } from "./measured-batches.ts";
import { quoteKeeper } from "./quotes.ts";
import { ledgerReads } from "./reads.ts";
import { reversalReads } from "./reversals.ts";
import { ledgerRows } from "./rows.ts";
import { sqliteBatches } from "./sqlite/batches.ts";
import { traceReads } from "./traces.ts";

export interface LedgerDeps extends Partial<LedgerBounds> {
  readonly policy: Policy;
  readonly rates: RatesWith;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Keeps acknowledgements. */
  readonly journal?: Journal | undefined;
  readonly follower?: Follower | undefined;
  /** Receives what batches take. */
  readonly measure?: BatchMeasurements | undefined;
  /** Opens a writer of batches elsewhere than in this thread; undefined: this thread writes. */
  readonly openWriter?: ((database: Database) => Promise<BatchWriter | undefined>) | undefined;
  /** Most requests per commit. */
  readonly batchMax?: number;
  /** Most requests that wait or are being written. */
  readonly queueMax?: number;
  /** For tests: called between the steps of a batch. */
  readonly afterStep?: (step: BatchStep) => void;
  /** For tests of decisions that cannot be written. */
  readonly decideWith?: typeof decide;
}

/**
 * Opens the ledger of a database. Several ledgers may be open on one database, in any processes; their writes are
 * serialised.
 *
 * A request that `submit` rejects with anything but LedgerBusy may nevertheless be stored, if the connection was lost
 * during the commit. Repeating the request returns its true outcome.
 */
export async function openLedger(database: Database, deps: LedgerDeps): Promise<Ledger> {
  const { now, follower, journal } = deps;
  const { manager } = database;
  const writer = (await deps.openWriter?.(database)) ?? (await writerOf(database, deps));
  const { batchMax = 1_000, queueMax = 20_000 } = deps;
  const executor = createExecutor({ writer, dialect: database.dialect, journal, follower }, { batchMax, queueMax });
  const addQuote = quoteKeeper(database, now);
  const completeRows = followedChanges(manager);
  const [accounts, postings] = [storedAccounts(manager, completeRows), storedPostings(manager, completeRows)];
  return {
    ...ledgerReads(manager, accounts, postings),
    ...ledgerRows(manager, accounts, postings),
    ...holdReads(manager),
    ...reversalReads(manager),
    ...traceReads(manager),
    submit: executor.submit,
    submitAll: executor.submitAll,
    get load() {
      return executor.load;
    },
    relieved: executor.relieved,
    addQuote,
    history: (question) => historyOf(manager, postings, question),
    between: (owner, after, until, count) => entriesBetween(manager, postings, owner, after, until, count),
    close: executor.close,
  };
}

/** Returns the writer of batches in this thread. */
async function writerOf(database: Database, deps: LedgerDeps): Promise<BatchWriter> {
  const { policy, rates, now, follower, measure, decideWith = decide } = deps;
  const store = await batchesOf(database, deps);
  const batches = measure === undefined ? store : measuredBatches(store, measure);
  return batchWriter(batches, { policy, rates, now, decide: decideWith, follower });
}

function batchesOf(database: Database, { afterStep = () => {}, ...deps }: LedgerDeps): Promise<BatchStore> {
  const bounds = boundsFrom(deps);
  return byDialect<Promise<BatchStore>>(database, {
    sqlite: async (database) => sqliteBatches(database, bounds, afterStep),
    mysql: async (database) => (await import("./mysql/batches.ts")).mysqlBatches(database, bounds, afterStep),
  });
}
