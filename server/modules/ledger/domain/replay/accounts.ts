import { readEntry } from "../entry/chain.ts";
import type { Entry } from "../entry/entry.ts";
import { postingFlaw } from "../entry/posting-trail.ts";
import { UnreadableEntry } from "../entry/reader.ts";
import { type Audit, placeOf } from "./audit.ts";
import type { AccountName, AccountRow, LedgerRows, PlacedPosting } from "./rows.ts";

interface Parts {
  readonly rows: LedgerRows;
  readonly pause: () => Promise<boolean>;
}

/**
 * Has an audit see all accounts and their postings, less what was written after its last batch: the ledger goes on while
 * it is replayed. Answers whether it was broken off.
 */
export async function replayAccounts(audit: Audit, { rows, pause }: Parts): Promise<boolean> {
  for (let before: AccountName | undefined; ; ) {
    if (await pause()) return true;
    const [name]: AccountRow[] = await rows.accountsAfter(before, 1);
    if (name === undefined) return false;
    await replayAccount(audit, rows, name);
    before = name;
  }
}

/** Postings that are read at once. */
const pageSize = 1_000;

async function replayAccount(audit: Audit, rows: LedgerRows, name: AccountName): Promise<void> {
  const { lastSequence } = audit;
  let last: PlacedPosting | undefined;
  let [later, isLater] = [0n, false];

  /** Reads to the end; answers whether there was anything. */
  async function follow(): Promise<boolean> {
    for (let isMore = false; ; isMore = true) {
      const page = await rows.postingsAfter(name.owner, name.asset, last, pageSize);
      for (const posting of page) {
        if (posting.sequence <= lastSequence) audit.posting(name, posting);
        else [later, isLater] = [later + posting.amount, true];
      }
      if (page.length === 0) return isMore;
      last = page.at(-1);
    }
  }

  await follow();
  for (;;) {
    const account = await rows.account(name);
    // Else it is the balance after postings that were read before it, and before others.
    if (await follow()) continue;
    if (account === undefined) return;
    const { spentDay, spent } = account;
    const spending = isLater ? undefined : { spentDay, spent };
    const isWhole = audit.account({ ...account, balance: account.balance - later, spending });
    if (!isWhole) await findPostings(audit, rows, name);
    if (last !== undefined && last.sequence > lastSequence && last.sequence > (await rows.lastSequence())) {
      audit.find(`${placeOf(name)}: posting ${last.sequence}/${last.leg} is of no batch`);
    }
    return;
  }
}

/** Of one account: who has changed more has changed all. */
const flawsMax = 10;

/** Names the postings by which an account differs from its entries, as far as they are stored. */
async function findPostings(audit: Audit, rows: LedgerRows, name: AccountName): Promise<void> {
  let flaws = 0;
  for (let last: PlacedPosting | undefined; ; ) {
    const page: PlacedPosting[] = await rows.postingsAfter(name.owner, name.asset, last, pageSize);
    for (const posting of page) {
      if (posting.sequence > audit.lastSequence) return;
      const flaw = postingFlaw(name.owner, name.asset, posting, await entryAt(rows, posting.sequence));
      if (flaw === undefined) continue;
      audit.find(flaw);
      if (++flaws === flawsMax) return;
    }
    if (page.length === 0) return;
    last = page.at(-1);
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
