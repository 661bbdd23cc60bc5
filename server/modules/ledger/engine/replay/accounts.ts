import { UnreadablePacking } from "../../domain/accounts/varints.ts";
import { readEntry } from "../../domain/entry/chain.ts";
import type { Entry } from "../../domain/entry/entry.ts";
import type { PlacedPosting } from "../../domain/entry/placed-posting.ts";
import { postingFlaw } from "../../domain/entry/posting-trail.ts";
import { UnreadableEntry } from "../../domain/entry/reader.ts";
import type { AccountName, AccountRow, LedgerRows } from "../../domain/rows.ts";
import { type Audit, placeOf } from "./audit.ts";

interface Sources {
  readonly rows: LedgerRows;
  readonly pause: () => Promise<boolean>;
}

/**
 * Replays all accounts and their postings up to the last batch of the audit, while the ledger is being written. Returns
 * whether `pause` has cancelled the replay.
 */
export async function replayAccounts(audit: Audit, { rows, pause }: Sources): Promise<boolean> {
  for (let before: AccountName | undefined; ; ) {
    if (await pause()) return true;
    const [name]: AccountRow[] = await rows.accountsAfter(before, 1);
    if (name === undefined) return false;
    try {
      if (await replayAccount(audit, { rows, pause }, name)) return true;
    } catch (error) {
      if (!(error instanceof UnreadablePacking)) throw error;
      audit.find(placeOf(name), `its packed postings cannot be read: ${error.message}`);
    }
    before = name;
  }
}

/** Postings per read. */
const pageSize = 1_000;

/** Replays an account; returns whether `pause`, which lets other work run after each full page, has cancelled the replay. */
async function replayAccount(audit: Audit, { rows, pause }: Sources, name: AccountName): Promise<boolean> {
  const { lastSequence } = audit;
  let last: PlacedPosting | undefined;
  let [later, isLater] = [0n, false];
  let isCancelled = false;

  /** Reads to the end; returns whether there were any postings. */
  async function follow(): Promise<boolean> {
    for (let isMore = false; ; isMore = true) {
      const page = await rows.postingsAfter(name.owner, name.asset, last, pageSize);
      for (const posting of page) {
        if (posting.sequence <= lastSequence) audit.posting(name, posting);
        else [later, isLater] = [later + posting.amount, true];
      }
      if (page.length === 0) return isMore;
      last = page.at(-1);
      isCancelled = page.length === pageSize && (await pause());
      if (isCancelled) return false;
    }
  }

  await follow();
  for (;;) {
    if (isCancelled) return true;
    const account = await rows.account(name);
    // New postings may be in the balance or not: reads again until there are none.
    if (await follow()) continue;
    if (isCancelled) return true;
    if (account === undefined) return false;
    const { spentDay, spent } = account;
    const spending = isLater ? undefined : { spentDay, spent };
    const isWhole = audit.account({ ...account, balance: account.balance - later, spending });
    if (!isWhole && (await findPostings(audit, { rows, pause }, name))) return true;
    const { asOf } = account.checkpoint ?? { asOf: null };
    if (asOf !== null && asOf > lastSequence && asOf > (await rows.lastSequence())) {
      audit.find(placeOf(name), `is as of entry ${asOf}, which is of no batch`);
    }
    if (last !== undefined && last.sequence > lastSequence && last.sequence > (await rows.lastSequence())) {
      audit.find(placeOf(name), `posting ${last.sequence}/${last.leg} is of no batch`);
    }
    return false;
  }
}

/** Most flaws reported of one account. */
const flawsMax = 10;

/** Finds stored postings of an account that its entries do not explain; returns whether `pause` has cancelled the replay. */
async function findPostings(audit: Audit, { rows, pause }: Sources, name: AccountName): Promise<boolean> {
  let flaws = 0;
  for (let last: PlacedPosting | undefined; ; ) {
    const page: PlacedPosting[] = await rows.postingsAfter(name.owner, name.asset, last, pageSize);
    for (const posting of page) {
      if (posting.sequence > audit.lastSequence) return false;
      const flaw = postingFlaw(name.owner, name.asset, posting, await entryAt(rows, posting.sequence));
      if (flaw === undefined) continue;
      audit.find(placeOf(name), flaw);
      if (++flaws === flawsMax) return false;
    }
    if (page.length === 0) return false;
    last = page.at(-1);
    if (page.length === pageSize && (await pause())) return true;
  }
}

async function entryAt(rows: LedgerRows, sequence: number): Promise<Entry | undefined> {
  const [row] = await rows.entriesAfter(sequence - 1, 1);
  if (row?.sequence !== sequence) return undefined;
  try {
    return readEntry(row.bytes);
  } catch (error) {
    if (error instanceof UnreadableEntry) return undefined;
    throw error;
  }
}
