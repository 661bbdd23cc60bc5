import type { Entry } from "../../domain/entry/entry.ts";
import type { ReversalRow } from "../../domain/rows.ts";
import { idsCounting, isOfEntry } from "../replay/reversals.ts";
import type { DerivedRows } from "./derived-rows.ts";
import type { RebuildReport } from "./report.ts";

/** Rows per read. */
const pageSize = 500;

/** Removes rows of reversals without an entry that gives something back. */
export async function removeStrayReversals(rows: DerivedRows, report: RebuildReport): Promise<void> {
  for (let last: ReversalRow | undefined; ; ) {
    const page: ReversalRow[] = await rows.reversalsAfter(last, pageSize);
    for (const row of page) {
      if (await isOfEntry(row, rows)) continue;
      await rows.removeReversal(row);
      report.reversals++;
    }
    last = page.at(-1);
    if (last === undefined) return;
  }
}

/** Counts what an entry gives back, where the rows say otherwise; those of earlier entries are right by now. */
export async function settleReversal(entry: Entry, rows: DerivedRows, report: RebuildReport): Promise<void> {
  const { sequence, amount } = entry;
  for (const reversed of await idsCounting(entry, rows)) {
    const [last, beforeLast] = await rows.reversalsUpTo(reversed, sequence, 2);
    const isStored = last?.sequence === sequence;
    const total = ((isStored ? beforeLast : last)?.total ?? 0n) + amount;
    if (isStored && last.amount === amount && last.total === total) continue;
    await rows.setReversal({ reversed, sequence, amount, total });
    report.reversals++;
  }
}
