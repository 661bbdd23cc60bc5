import { errorCodeOf } from "../../../../database/driver-error.ts";
import type { MysqlDatabase } from "../../../../database/mysql/database.ts";
import { mysqlDialect } from "../../../../database/mysql/dialect.ts";
import { runByScript } from "../../../../database/mysql/last-statements.ts";
import { DatabaseUnavailable } from "../../../../database/unavailable.ts";
import type { LedgerBounds } from "../../engine/checkpoint/bounds.ts";
import { Checkpoints } from "../../engine/checkpoint/checkpoints.ts";
import type { BatchStep, BatchStore } from "../batch-store.ts";
import { chainEndColumns } from "../ledger-row.ts";
import { lastBatch } from "../row-conversion.ts";
import { type Memory, mysqlStored } from "./stored.ts";
import { addAccounts, checkpointOf, proofOf, statementsOf } from "./writes.ts";

/**
 * Batch store on MySQL or MariaDB: a batch is one script of reads and one of writes. The row of `ledger_turn` is locked
 * first, which serialises the processes of one database: sequences have no gaps, and balances need no locks of their
 * own. On a cluster, whose nodes do not see each other's locks, the second commit of a batch with the same number is
 * aborted, and the batch is retried. If other nodes win every time, nothing is stored and the ledger counts as
 * unavailable.
 */
export function mysqlBatches(
  { transactByScripts }: Pick<MysqlDatabase, "transactByScripts">,
  { checkpointEntries }: Pick<LedgerBounds, "checkpointEntries">,
  afterStep: (step: BatchStep) => void,
): BatchStore {
  const memory: Memory = { checkpoints: new Checkpoints(checkpointEntries), seen: undefined, tree: undefined };

  /** Whether a process has written a batch after the given one. */
  async function hasMoved(seen: number): Promise<boolean> {
    const [rows] = await transactByScripts(async (run) => ({ last: [], result: await run([lastBatch]) }));
    const last = rows?.[0];
    return last !== undefined && chainEndColumns.read(last).number > seen;
  }

  /**
   * Whether the last attempt failed because another process came first. The error of an aborted transaction shows that
   * itself.
   */
  async function wasOvertaken(error: unknown, seen: number): Promise<boolean> {
    if (errorCodeOf(error) === "ER_LOCK_DEADLOCK") return true;
    return mysqlDialect.isDuplicateKey(error) && (await hasMoved(seen));
  }

  return {
    async write(requests, decide) {
      let seen = 0;
      const written = await transactByScripts(async (run) => {
        const stored = await mysqlStored(run, requests, memory);
        seen = stored.last?.number ?? 0;
        afterStep("read");
        const result = decide(stored);
        afterStep("decided");
        await addAccounts(run, result.accounts);
        const checkpoint = checkpointOf(memory.checkpoints, stored, result);
        for (const record of result.records) await runByScript(record, run);
        const last = [...statementsOf(result), ...checkpoint.statements];
        return { last, result: { result, noteWritten: checkpoint.noteWritten }, proof: proofOf(result) };
      }).catch(async (error: unknown) => {
        if (await wasOvertaken(error, seen)) {
          throw new DatabaseUnavailable(new Error("other nodes wrote first in every attempt", { cause: error }));
        }
        throw error;
      });
      const { result, noteWritten } = written;
      if (result.chained !== undefined) {
        const { batch, frontier } = result.chained;
        memory.tree = { hash: batch.hash, frontier };
        memory.seen = batch.hash;
        noteWritten();
      }
      afterStep("committed");
      return result;
    },
  };
}
