import type { BatchStep } from "../../../server/modules/ledger/store/batch-store.ts";
import type { TestDatabase } from "../database/databases.ts";

/** Steps of a batch after which a test can interrupt it. On MySQL all writes and the commit are one step. */
export const stepsOf: Record<TestDatabase["kind"], readonly BatchStep[]> = {
  sqlite: ["read", "decided", "accounts", "entries", "pending", "chained", "checkpointed", "committed"],
  mysql: ["read", "decided", "committed"],
};
