import type { Batch, Entry, PendingTransfer } from "../../domain/entry/entry.ts";
import type { LedgerRows, StoredEntry } from "../../domain/rows.ts";
import { replayAccounts } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import { changesOfBatches } from "./changes.ts";
import { replayEndedHolds, replayHolds } from "./hold-rows.ts";
import { linkedFlaws } from "./linked-flaws.ts";
import { findMissingChanges } from "./missing-changes.ts";
import { findOrphans } from "./orphans.ts";
import { findReversals, reversalEntryFlaw } from "./reversals.ts";

/** Inputs and checks of a replay. Checks return flaws without their location. */
export interface ReplayDeps {
  readonly rows: LedgerRows;
  /** Checks the signature of an entry. */
  readonly entryFlaw: (entry: Entry) => Promise<string | undefined>;
  /** Checks a pending transaction. */
  readonly pendingFlaw: (transfer: PendingTransfer) => Promise<string | undefined>;
  /** Called between batches and between accounts; returns true to cancel the replay. */
  readonly pause: () => Promise<boolean>;
}

/** Replays a ledger into an audit, up to the batch that is the last one when the replay reaches it. */
export async function replayLedger(audit: Audit, deps: ReplayDeps): Promise<void> {
  const isOver =
    (await replayBatches(audit, deps)) || (await replayHolds(audit, deps)) || (await replayAccounts(audit, deps));
  if (isOver) return;
  if (await findReversals(audit, deps.rows, deps.pause)) return;
  await findOrphans(audit, deps);
  audit.end();
}

/** Batches per read. */
const pageSize = 10;

async function replayBatches(audit: Audit, deps: ReplayDeps): Promise<boolean> {
  const capturedBefore =
    ({ sequence }: Entry) =>
    async (holdId: string) => {
      // The row of an ended hold was compared when the hold ended.
      const [stored] = audit.holds.open.has(holdId) ? [] : await deps.rows.holdsOfIds([holdId]);
      return audit.holds.capturedBefore(holdId, sequence, stored);
    };

  // Begins below 1, to read batches with invalid numbers, too.
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const batches = await deps.rows.batchesAfter(after, pageSize);
    const changes = await changesOfBatches(deps.rows, batches);
    for (const batch of batches) {
      if (await deps.pause()) return true;
      const entries = audit.batch(batch, await entriesOf(deps.rows, batch), changes.get(batch.number));
      for (const { place, flaw } of linkedFlaws(entries)) audit.find(place, flaw);
      for await (const [entry, orderFlaw] of flawsOf(entries, deps.entryFlaw)) {
        const flaw = orderFlaw ?? (await reversalEntryFlaw(entry, deps.rows, capturedBefore(entry)));
        if (flaw !== undefined) audit.find(`entry ${entry.sequence}`, flaw);
      }
      await replayEndedHolds(audit, deps.rows);
    }
    const last = batches.at(-1);
    if (last === undefined) {
      audit.endOfBatches();
      await findMissingChanges(audit, deps.rows);
      return false;
    }
    after = last.number;
  }
}

/** Entries whose signatures are checked together: few enough that those of callers do not wait long behind them. */
const checkedTogether = 64;

/** Yields each entry with what its check has found. */
async function* flawsOf(
  entries: readonly Entry[],
  check: ReplayDeps["entryFlaw"],
): AsyncGenerator<[Entry, string | undefined]> {
  for (let first = 0; first < entries.length; first += checkedTogether) {
    const checked = entries.slice(first, first + checkedTogether);
    const flaws = await Promise.all(checked.map(check));
    for (const [index, entry] of checked.entries()) yield [entry, flaws[index]];
  }
}

/** Most entries of a batch; bounds the read if the numbers of a row are corrupt. */
const entriesMax = 10_000;

/** Reads the stored entries of a batch. */
export async function entriesOf(
  rows: Pick<LedgerRows, "entriesAfter">,
  { firstSequence, lastSequence }: Batch,
): Promise<StoredEntry[]> {
  const count = Math.min(lastSequence - firstSequence + 1, entriesMax);
  if (!(count > 0)) return [];
  // If entries are missing, the read extends into the next batch.
  return (await rows.entriesAfter(firstSequence - 1, count)).filter(({ sequence }) => sequence <= lastSequence);
}
