import type { Batch } from "../../../ledger/domain/entry/entry.ts";
import type { LedgerRows } from "../../../ledger/domain/rows.ts";
import { entriesOf } from "../../../ledger/index.ts";

/** Soft limit of a page; the batch that crosses it is included completely. */
const bytesMax = 1024 * 1024;

/** Reads batches after a number, with the stored bytes of their entries. */
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
