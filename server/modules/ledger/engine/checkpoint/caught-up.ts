import type { AccountSums } from "../../domain/accounts/packed-changes.ts";
import { type BarePosting, packPostings, unpackPostings } from "../../domain/accounts/packed-postings.ts";
import { UnreadablePacking } from "../../domain/accounts/varints.ts";
import type { RecentChange } from "./recent-changes.ts";

/** The state of an account as of a batch. */
export interface AccountCheckpoint extends AccountSums {
  readonly id: number;
  /** Last sequence number of the last batch that had changed it; null in rows of earlier versions. */
  readonly asOf: number | null;
  /** Its last postings, which are in no page. */
  readonly tail: Uint8Array | null;
}

/** Earlier postings of an account. */
export interface PostingPage {
  readonly account: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Balance after the last of them. */
  readonly balance: bigint;
  readonly postings: Uint8Array;
}

/** Postings from which on those of a row become a page. */
export const pageMinDefault = 64;

/** Postings of a page; those of one entry are in one page. */
const pageMax = 1_024;

/**
 * Brings the row of an account up to date; undefined if no change is later. A tail that cannot be read stays as it is, for
 * the check to find, and later postings become pages: a wrong row of one account must not keep the others from paying.
 */
export function caughtUp(
  row: AccountCheckpoint,
  changes: readonly RecentChange[],
  pageMin: number,
): { readonly row: AccountCheckpoint; readonly pages: readonly PostingPage[] } | undefined {
  const last = changes.at(-1);
  if (last === undefined) return undefined;
  const tail = readable(row.tail);
  let balance = row.balance - sumOf(tail ?? []);
  let waiting = [...(tail ?? []), ...changes.flatMap(({ postings }) => postings)];
  const pages: PostingPage[] = [];
  while (waiting.length >= (tail === undefined ? 1 : pageMin)) {
    const end = endOfPage(waiting);
    const postings = waiting.slice(0, end);
    waiting = waiting.slice(end);
    balance += sumOf(postings);
    const [firstSequence, lastSequence] = [sequenceAt(postings, 0), sequenceAt(postings, -1)];
    pages.push({ account: row.id, firstSequence, lastSequence, balance, postings: packPostings(postings) });
  }
  return {
    row: {
      id: row.id,
      balance: last.balance,
      spentDay: last.spentDay,
      spent: last.spent,
      asOf: last.lastSequence,
      tail: tail === undefined ? row.tail : waiting.length === 0 ? null : packPostings(waiting),
    },
    pages,
  };
}

/** Returns the postings of a row; undefined if they cannot be read. */
function readable(tail: Uint8Array | null): readonly BarePosting[] | undefined {
  try {
    return tail === null ? [] : unpackPostings(tail);
  } catch (error) {
    if (error instanceof UnreadablePacking) return undefined;
    throw error;
  }
}

/** Returns how many of the first postings become a page. */
function endOfPage(postings: readonly BarePosting[]): number {
  let end = Math.min(postings.length, pageMax);
  while (end < postings.length && sequenceAt(postings, end) === sequenceAt(postings, end - 1)) end++;
  return end;
}

function sequenceAt(postings: readonly BarePosting[], index: number): number {
  return (postings.at(index) as BarePosting).sequence;
}

function sumOf(postings: readonly BarePosting[]): bigint {
  return postings.reduce((sum, { amount }) => sum + amount, 0n);
}
