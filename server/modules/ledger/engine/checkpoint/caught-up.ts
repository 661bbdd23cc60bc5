import {
  type AccountSums,
  type PackedChange,
  postingsOfChange,
  readBatch,
  readChange,
  readSums,
} from "../../domain/accounts/packed-changes.ts";
import {
  type BarePosting,
  joinPostings,
  type PostingRun,
  packPostings,
  unpackPostings,
} from "../../domain/accounts/packed-postings.ts";
import { UnreadablePacking, VarintReader } from "../../domain/accounts/varints.ts";

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
export const pageMax = 1_024;

/** A row that was brought up to date, and the pages that its postings have filled. */
export interface CaughtUp {
  readonly row: AccountCheckpoint;
  readonly pages: readonly PostingPage[];
}

/**
 * Brings the row of an account up to date; undefined if no change is later. A tail that cannot be read stays as it is, for
 * the check to find, and later postings become pages: a wrong row of one account must not keep the others from paying.
 */
export function caughtUp(
  row: AccountCheckpoint,
  changes: readonly PackedChange[],
  pageMin: number,
): CaughtUp | undefined {
  const last = changes.at(-1);
  if (last === undefined) return undefined;
  const { balance, spentDay, spent } = readBatch(last.batch, () => readSums(last));
  const caught = { id: row.id, balance, spentDay, spent, asOf: last.batch.lastSequence };
  // Most of the time there is no page to fill, and the postings need not be read.
  const joined = readable(() => joinPostings([...tailOf(row), ...changes.map(postingsOfChange)]));
  if (joined !== undefined && joined.count < pageMin) {
    return { row: { ...caught, tail: joined.count === 0 ? null : joined.bytes }, pages: [] };
  }
  const tail = readable(() => (row.tail === null ? [] : unpackPostings(row.tail)));
  const added = changes.flatMap((change) => readBatch(change.batch, () => readChange(change).postings));
  const { pages, waiting } = pagesOf(row, [...(tail ?? []), ...added], {
    before: row.balance - sumOf(tail ?? []),
    pageMin: tail === undefined ? 1 : pageMin,
  });
  const rest = waiting.length === 0 ? null : packPostings(waiting);
  return { row: { ...caught, tail: tail === undefined ? row.tail : rest }, pages };
}

function tailOf({ tail }: AccountCheckpoint): readonly PostingRun[] {
  return tail === null ? [] : [{ reader: new VarintReader(tail), base: 0 }];
}

/** Divides postings into pages, and those that are too few for one. */
function pagesOf(
  { id: account }: AccountCheckpoint,
  postings: readonly BarePosting[],
  { before, pageMin }: { readonly before: bigint; readonly pageMin: number },
) {
  const pages: PostingPage[] = [];
  let [waiting, balance] = [postings, before];
  while (waiting.length >= pageMin) {
    const end = endOfPage(waiting);
    const page = waiting.slice(0, end);
    waiting = waiting.slice(end);
    balance += sumOf(page);
    const [firstSequence, lastSequence] = [sequenceAt(page, 0), sequenceAt(page, -1)];
    pages.push({ account, firstSequence, lastSequence, balance, postings: packPostings(page) });
  }
  return { pages, waiting };
}

/** Returns what is read; undefined if its bytes cannot be read. */
function readable<Read>(read: () => Read): Read | undefined {
  try {
    return read();
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
