import type { PendingTransfer } from "../../domain/entry/entry.ts";
import type { LedgerRows } from "../../domain/rows.ts";
import type { Audit } from "./audit.ts";

interface Sources {
  readonly rows: LedgerRows;
  readonly pendingFlaw: (transfer: PendingTransfer) => Promise<string | undefined>;
  readonly pause: () => Promise<boolean>;
}

/** Rows per read. */
const pageSize = 100;

/** Finds rows that are reachable from neither the chain nor an account, and flaws of pending transactions. */
export async function findOrphans(audit: Audit, { rows, pendingFlaw, pause }: Sources): Promise<void> {
  if (!(await rows.hasTurn())) audit.find("ledger_turn", "the row by which writers take turns is not stored");
  await findEntries(audit, rows);
  for (let after = await rows.postedAccountAfter(undefined); after !== undefined; ) {
    if (!after.isStored) audit.find(`account ${after.id}`, "has postings, and is not stored");
    if (await pause()) return;
    after = await rows.postedAccountAfter(after.id);
  }
  for (let after = ""; ; ) {
    const page = await rows.pendingAfter(after, pageSize);
    for (const transfer of page) {
      const flaw = await pendingFlaw(transfer);
      if (flaw !== undefined) audit.find(`pending transaction ${transfer.id}`, flaw);
    }
    const last = page.at(-1);
    if (last === undefined || (await pause())) return;
    after = last.id;
  }
}

/** Finds entries before the first batch and after the last. */
async function findEntries(audit: Audit, rows: LedgerRows): Promise<void> {
  const early = await rows.entriesAfter(Number.MIN_SAFE_INTEGER, pageSize);
  const late = await rows.entriesAfter(await rows.lastSequence(), pageSize);
  // Entries written meanwhile have a batch by now.
  const lastSequence = await rows.lastSequence();
  const orphans = [
    ...early.filter(({ sequence }) => sequence < 1),
    ...late.filter(({ sequence }) => sequence > lastSequence),
  ];
  for (const { sequence } of orphans) audit.find(`entry ${sequence}`, "is of no batch");
}
