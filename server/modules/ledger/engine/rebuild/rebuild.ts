import { type BatchChanges, packChanges } from "../../domain/accounts/packed-changes.ts";
import type { Batch } from "../../domain/entry/entry.ts";
import { Audit, findingText } from "../replay/audit.ts";
import { entriesOf } from "../replay/replay.ts";
import { RebuiltAccounts } from "./accounts.ts";
import { RebuiltChanges } from "./changes.ts";
import type { DerivedRows } from "./derived-rows.ts";
import { removeStrayHolds, settleHolds } from "./holds.ts";
import type { RebuildReport } from "./report.ts";
import { removeStrayReversals, settleReversal } from "./reversals.ts";

/** A ledger whose entries and batches do not hold, so that nothing can be derived from them. */
export class DamagedLog extends Error {
  override readonly name = "DamagedLog";

  /**
   * @param what is damaged
   * @param findings those of an audit
   */
  constructor(what: string, { findings }: Pick<Audit, "findings">) {
    const told = findings.slice(0, toldMax).map(findingText).join("; ");
    const more = findings.length > toldMax ? ` (and ${findings.length - toldMax} more)` : "";
    super(`${what}: ${told}${more}. Nothing was changed; restore a backup`);
  }
}

/** Most findings that an error tells. */
const toldMax = 10;

/** Batches per read. */
const pageSize = 10;

/**
 * Computes all rows that follow from the entries of a ledger, and writes those that differ. Its memory grows with the numbers of
 * accounts and open holds, and with the postings of each that fill no page yet. Call it in a transaction.
 *
 * @throws DamagedLog, after which the transaction must be rolled back
 */
export async function rebuildRows(rows: DerivedRows): Promise<RebuildReport> {
  const report = { batches: 0, entries: 0, accounts: 0, pages: 0, changes: 0, holds: 0, reversals: 0, turns: 0 };
  if (!(await rows.hasTurn())) {
    await rows.addTurn();
    report.turns = 1;
  }
  await removeStrayReversals(rows, report);
  const audit = new Audit();
  const accounts = new RebuiltAccounts(rows, report);
  await accounts.read();
  const changes = new RebuiltChanges(rows, report, await rows.changesStored());
  await rebuildBatches({ rows, report, audit, accounts, changes });
  const { holds } = audit;
  audit.endOfBatches();
  requireWhole(audit);
  await settleHolds([...holds.open.values()], rows, report);
  await removeStrayHolds(holds, rows, report);
  await accounts.end(holds.open.values());
  await changes.end();
  return Object.assign(report, { batches: audit.batches, entries: audit.entries });
}

interface Rebuilding {
  readonly rows: DerivedRows;
  readonly report: RebuildReport;
  readonly audit: Audit;
  readonly accounts: RebuiltAccounts;
  readonly changes: RebuiltChanges;
}

async function rebuildBatches(rebuilding: Rebuilding): Promise<void> {
  const { rows } = rebuilding;
  // Begins below 1, to meet batches with invalid numbers, too.
  for (
    let [after, batches] = [Number.MIN_SAFE_INTEGER, await rows.batchesAfter(Number.MIN_SAFE_INTEGER, pageSize + 1)];
    ;
  ) {
    const [page, isEnd] = [batches.slice(0, pageSize), batches.length <= pageSize];
    const [first, last] = [page[0], page.at(-1)];
    if (first === undefined || last === undefined) return;
    const stored = new Map((await rows.changesBetween(first.number, last.number)).map((row) => [row.number, row]));
    for (const batch of page) {
      await rebuildBatch(batch, stored.get(batch.number), isEnd && batch === last, rebuilding);
    }
    if (isEnd) return;
    after = last.number;
    batches = await rows.batchesAfter(after, pageSize + 1);
  }
}

async function rebuildBatch(
  batch: Batch,
  stored: BatchChanges | undefined,
  isLast: boolean,
  { rows, report, audit, accounts, changes }: Rebuilding,
): Promise<void> {
  const entries = audit.batch(batch, await entriesOf(rows, batch));
  requireWhole(audit);
  const isNoted = changes.isNoted(batch);
  const changed = await accounts.add(batch, audit.changed, isNoted);
  if (isNoted || isLast) {
    const bytes = packChanges(batch.firstSequence, changed);
    changes.compare(batch, bytes, stored, isNoted || accounts.hasFollowed);
  }
  await settleHolds(audit.holds.takeEnded(), rows, report);
  for (const entry of entries) await settleReversal(entry, rows, report);
}

/** @throws DamagedLog if the audit of the batches has found anything */
function requireWhole(audit: Audit): void {
  if (audit.findings.length === 0) return;
  throw new DamagedLog("the entries and batches, from which all else follows, are damaged themselves", audit);
}
