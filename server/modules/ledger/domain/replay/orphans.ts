import type { PendingTransfer } from "../entry/entry.ts";
import type { Audit } from "./audit.ts";
import type { LedgerRows } from "./rows.ts";

interface Parts {
  readonly rows: LedgerRows;
  readonly pendingFlaw: (transfer: PendingTransfer) => Promise<string | undefined>;
  readonly pause: () => Promise<boolean>;
}

/** Rows that are read at once. */
const pageSize = 100;

/** Finds what no way along the chain or the accounts comes by, and what is wrong with what waits to be processed. */
export async function findStrays(audit: Audit, { rows, pendingFlaw, pause }: Parts): Promise<void> {
  if (!(await rows.hasTurn())) audit.find("ledger_turn: the row by which writers take turns is not stored");
  await findEntries(audit, rows);
  for (let after = await rows.postedAccountAfter(undefined); after !== undefined; ) {
    if (!after.isStored) audit.find(`account ${after.id}: has postings, and is not stored`);
    if (await pause()) return;
    after = await rows.postedAccountAfter(after.id);
  }
  for (let after = ""; ; ) {
    const page = await rows.pendingAfter(after, pageSize);
    for (const transfer of page) {
      const flaw = await pendingFlaw(transfer);
      if (flaw !== undefined) audit.find(`pending transaction ${transfer.id}: ${flaw}`);
    }
    const last = page.at(-1);
    if (last === undefined || (await pause())) return;
    after = last.id;
  }
}

/** Entries before the first batch and after the last. */
async function findEntries(audit: Audit, rows: LedgerRows): Promise<void> {
  const early = await rows.entriesAfter(Number.MIN_SAFE_INTEGER, pageSize);
  const late = await rows.entriesAfter(await rows.lastSequence(), pageSize);
  // What was written since then has its batch by now.
  const lastSequence = await rows.lastSequence();
  const strays = [
    ...early.filter(({ sequence }) => sequence < 1),
    ...late.filter(({ sequence }) => sequence > lastSequence),
  ];
  for (const { sequence } of strays) audit.find(`entry ${sequence}: is of no batch`);
}
