import type { Store } from "../source.ts";
import type { BatchStep, BatchStore } from "./batch-store.ts";
import { mysqlStored } from "./mysql-stored.ts";
import { writeBatch } from "./mysql-writes.ts";

/**
 * Batches of a MySQL or MariaDB: a constant number of statements for each. The row of `ledger_turn` is locked first, so
 * that the processes of one database take turns: sequences have no gaps, and nobody else changes a balance, so that none
 * has to be locked. On a cluster, whose nodes do not see each
 * other's locks, the second to commit a batch of the same number is broken off, and runs again.
 */
export function mysqlBatches(store: Store, afterStep: (step: BatchStep) => void): BatchStore {
  return {
    async write(requests, decide) {
      const result = await store.transact(async (manager) => {
        await manager.query("SELECT id FROM ledger_turn FOR UPDATE");
        const stored = await mysqlStored(manager, requests);
        afterStep("read");
        const decided = decide(stored);
        afterStep("decided");
        await writeBatch(manager, decided, afterStep);
        return decided;
      });
      afterStep("committed");
      return result;
    },
  };
}
