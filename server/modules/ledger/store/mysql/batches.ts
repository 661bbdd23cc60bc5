import type { MysqlDatabase } from "../../../../database/mysql/database.ts";
import type { BatchStep, BatchStore } from "../batch-store.ts";
import { mysqlStored } from "./stored.ts";
import { addAccounts, proofOf, statementsOf } from "./writes.ts";

/**
 * Batch store on MySQL or MariaDB: a batch is one script of reads and one of writes. The row of `ledger_turn` is locked
 * first, which serializes the processes of one database: sequences have no gaps, and balances need no locks of their
 * own. On a cluster, whose nodes do not see each other's locks, the second commit of a batch with the same number is
 * aborted, and the batch is retried.
 */
export function mysqlBatches({ transactByScripts }: MysqlDatabase, afterStep: (step: BatchStep) => void): BatchStore {
  return {
    async write(requests, decide) {
      const written = await transactByScripts(async (run) => {
        const stored = await mysqlStored(run, requests);
        afterStep("read");
        const result = decide(stored);
        afterStep("decided");
        await addAccounts(run, result.accounts);
        return { last: statementsOf(result), result, proof: proofOf(result) };
      });
      afterStep("committed");
      return written;
    },
  };
}
