import type { MysqlDatabase } from "../../../../database/mysql/database.ts";
import type { BatchStep, BatchStore } from "../batch-store.ts";
import { mysqlStored } from "./stored.ts";
import { addAccounts, statementsOf } from "./writes.ts";

/**
 * Batches of a MySQL or MariaDB: what a batch reads is one script, and what it writes is another. The row of `ledger_turn`
 * is locked first, so that the processes of one database take turns: sequences have no gaps, and nobody else changes a
 * balance, so that none has to be locked. On a cluster, whose nodes do not see each other's locks, the second to commit a
 * batch of the same number is broken off, and runs again.
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
        return { last: statementsOf(result), result };
      });
      afterStep("committed");
      return written;
    },
  };
}
