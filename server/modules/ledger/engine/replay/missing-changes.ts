import type { LedgerRows } from "../../domain/rows.ts";
import type { Audit } from "./audit.ts";

/** Finds batches whose changes should be stored, and are not. */
export async function findMissingChanges(audit: Audit, rows: Pick<LedgerRows, "changesStored">): Promise<void> {
  const stored = await rows.changesStored();
  if (stored === undefined) return;
  const { first, last, count, lastBatch } = stored;
  if (last !== lastBatch) audit.find("changes of accounts", `end with batch ${last}, the ledger with ${lastBatch}`);
  if (count !== last - first + 1) audit.find("changes of accounts", `are of ${count} batches from ${first} to ${last}`);
}
