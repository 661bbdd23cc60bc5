import type { BatchStep } from "../../../server/modules/ledger/store/batch-store.ts";
import type { TestDatabase } from "../database/databases.ts";

/** After what a batch can break off. MySQL is given all that is written at once, with the commit. */
export const stepsOf: Record<TestDatabase["kind"], readonly BatchStep[]> = {
  sqlite: ["read", "decided", "accounts", "entries", "postings", "pending", "chained", "settled", "committed"],
  mysql: ["read", "decided", "committed"],
};
