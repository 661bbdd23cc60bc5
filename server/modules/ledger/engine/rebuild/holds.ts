import type { Hold } from "../../domain/holds/hold.ts";
import { isMadeByEntry } from "../replay/hold-rows.ts";
import { holdRowFlaws, type ReplayedHolds } from "../replay/holds.ts";
import type { DerivedRows } from "./derived-rows.ts";
import type { RebuildReport } from "./report.ts";

/** Rows per read. */
const pageSize = 500;

/** Writes the holds that differ from their rows. */
export async function settleHolds(holds: readonly Hold[], rows: DerivedRows, report: RebuildReport): Promise<void> {
  for (let start = 0; start < holds.length; start += pageSize) {
    const page = holds.slice(start, start + pageSize);
    const stored = new Map((await rows.holdsOfIds(page.map(({ id }) => id))).map((row) => [row.id, row]));
    for (const hold of page) {
      if (holdRowFlaws(stored.get(hold.id), hold).length === 0) continue;
      await rows.setHold(hold);
      report.holds++;
    }
  }
}

/** Removes holds that no entry has made, once all others are written. */
export async function removeStrayHolds(
  { open, ended }: Pick<ReplayedHolds, "open" | "ended">,
  rows: DerivedRows,
  report: RebuildReport,
): Promise<void> {
  if ((await rows.holdCount()) === open.size + ended) return;
  for (let after = ""; ; ) {
    const page = await rows.holdsAfter(after, pageSize);
    for (const hold of page) {
      if (await isMadeByEntry(hold, rows)) continue;
      await rows.removeHold(hold.id);
      report.holds++;
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
