import type { Batch } from "../../domain/entry/entry.ts";
import { entriesOf } from "../../domain/replay/replay.ts";
import type { LedgerRows } from "../../domain/replay/rows.ts";

/** So much is sent at once, and the batch that goes beyond it whole. */
const bytesMax = 1024 * 1024;

/** Batches after a number, with the bytes of their entries as they are stored. */
export async function exportedBatches(
  ledger: Pick<LedgerRows, "batchesAfter" | "entriesAfter">,
  after: number,
  count: number,
): Promise<{ readonly batch: Batch; readonly entries: Uint8Array[] }[]> {
  const exported: { batch: Batch; entries: Uint8Array[] }[] = [];
  let left = bytesMax;
  for (const batch of await ledger.batchesAfter(after, count)) {
    const entries = (await entriesOf(ledger, batch)).map(({ bytes }) => bytes);
    exported.push({ batch, entries });
    left -= entries.reduce((sum, { length }) => sum + length, 0);
    if (left < 0) break;
  }
  return exported;
}
