import { type PostingPage, pageMax, pageMinDefault } from "../checkpoint/caught-up.ts";
import type { DerivedRows } from "./derived-rows.ts";
import type { RebuiltAccount } from "./rebuilt-account.ts";
import type { RebuildReport } from "./report.ts";

type Pages = Pick<DerivedRows, "page" | "pageAfter" | "addPage" | "removePage">;

interface Turn {
  readonly rows: Pages;
  readonly report: RebuildReport;
  /** Whether no more postings follow. */
  readonly isEnd: boolean;
}

/**
 * Compares the pages that the postings of an account have reached with those that are stored, and writes those that differ.
 * A stored page that is right stays as it is; postings that no page has stay until they fill one.
 */
export async function settlePages(account: RebuiltAccount, turn: Turn): Promise<void> {
  while (await settlePage(account, turn));
}

/** Moves all postings of an account that no page has into pages: their rows of an earlier version go. */
export async function moveEarly(account: RebuiltAccount, rows: Pages): Promise<void> {
  while (account.count > 0) await rows.addPage(account.takePage());
  account.isEarlyMoved = true;
}

/** Settles the next page of an account; returns whether there may be another one. */
async function settlePage(account: RebuiltAccount, turn: Turn): Promise<boolean> {
  const { nextPage: next, count, first } = account;
  if (count === 0 && !turn.isEnd) return false;
  if (next === undefined) return addOwn(account, turn);
  const isStray = count === 0 || next.firstSequence < first || next.lastSequence < next.firstSequence;
  const isBeyond = turn.isEnd && (next.firstSequence > account.last || next.lastSequence > account.last);
  if (isStray || isBeyond) return removeNext(account, turn);
  return next.firstSequence === first ? compareNext(account, turn) : fillGap(account, turn);
}

/** Adds a page where no stored one follows. */
async function addOwn(account: RebuiltAccount, { rows }: Turn): Promise<boolean> {
  if (account.count < pageMinDefault) return false;
  await rows.addPage(account.takePage());
  return true;
}

/** Removes a stored page that no postings explain. */
async function removeNext(account: RebuiltAccount, { rows, report }: Turn): Promise<boolean> {
  const { firstSequence } = account.nextPage as PostingPage;
  await rows.removePage(account.id, firstSequence);
  report.pages++;
  account.nextPage = await rows.pageAfter(account.id, firstSequence);
  return true;
}

/** Compares the stored page that begins with the postings that no page has. */
async function compareNext(account: RebuiltAccount, { rows, report }: Turn): Promise<boolean> {
  const { firstSequence, lastSequence } = account.nextPage as PostingPage;
  if (account.last < lastSequence && account.count <= pageMax) return false;
  const stored = await rows.page(account.id, firstSequence);
  const page = account.takePage(lastSequence);
  if (stored === undefined || !isSamePage(stored, page)) {
    await rows.removePage(account.id, firstSequence);
    await rows.addPage(page);
    report.pages++;
  }
  account.nextPage = await rows.pageAfter(account.id, firstSequence);
  return true;
}

/** Adds a page before a stored one that begins later. */
async function fillGap(account: RebuiltAccount, { rows, report }: Turn): Promise<boolean> {
  const { firstSequence } = account.nextPage as PostingPage;
  if (account.last < firstSequence && account.count <= pageMax) return false;
  await rows.addPage(account.takePage(firstSequence - 1));
  // Postings of an earlier version were in no page.
  if (account.isEarlyMoved) report.pages++;
  return true;
}

function isSamePage(one: PostingPage, other: PostingPage): boolean {
  const isSameRange = one.lastSequence === other.lastSequence && one.balance === other.balance;
  return isSameRange && Buffer.compare(one.postings, other.postings) === 0;
}
