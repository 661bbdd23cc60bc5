import type { Batch, Entry, PendingTransfer } from "../entry/entry.ts";
import { replayAccounts } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import { findStrays } from "./orphans.ts";
import type { LedgerRows, StoredEntry } from "./rows.ts";

/** What a replay asks of others. Flaws are told without their place. */
export interface ReplayDeps {
  readonly rows: LedgerRows;
  /** What is wrong with who signed an entry. */
  readonly entryFlaw: (entry: Entry) => Promise<string | undefined>;
  /** What is wrong with a transaction that is not processed yet. */
  readonly pendingFlaw: (transfer: PendingTransfer) => Promise<string | undefined>;
  /** Called between two batches and two accounts; answers whether to break off. */
  readonly pause: () => Promise<boolean>;
}

/** Has an audit see all that is stored of a ledger, up to the batch that is its last one when it gets there. */
export async function replayLedger(audit: Audit, deps: ReplayDeps): Promise<void> {
  const isOver = (await replayBatches(audit, deps)) || (await replayAccounts(audit, deps));
  if (isOver) return;
  await findStrays(audit, deps);
  audit.end();
}

/** Batches that are read at once. */
const pageSize = 10;

async function replayBatches(audit: Audit, deps: ReplayDeps): Promise<boolean> {
  // Also those whose numbers are none.
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const batches = await deps.rows.batchesAfter(after, pageSize);
    for (const batch of batches) {
      if (await deps.pause()) return true;
      for (const entry of audit.batch(batch, await entriesOf(deps.rows, batch))) {
        const flaw = await deps.entryFlaw(entry);
        if (flaw !== undefined) audit.find(`entry ${entry.sequence}: ${flaw}`);
      }
    }
    const last = batches.at(-1);
    if (last === undefined) return false;
    after = last.number;
  }
}

/** No batch has more, whatever the numbers in its row have become. */
const entriesMax = 10_000;

/** The entries in the place of a batch, as they are stored. */
export async function entriesOf(
  rows: Pick<LedgerRows, "entriesAfter">,
  { firstSequence, lastSequence }: Batch,
): Promise<StoredEntry[]> {
  const count = Math.min(lastSequence - firstSequence + 1, entriesMax);
  if (!(count > 0)) return [];
  // Where entries are missing, those of the next batch come in their place.
  return (await rows.entriesAfter(firstSequence - 1, count)).filter(({ sequence }) => sequence <= lastSequence);
}
