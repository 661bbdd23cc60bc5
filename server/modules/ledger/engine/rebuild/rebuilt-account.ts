import type { AccountChange, AccountSums } from "../../domain/accounts/packed-changes.ts";
import {
  type BarePosting,
  joinPostings,
  type PostingRun,
  packPostings,
  unpackPostings,
} from "../../domain/accounts/packed-postings.ts";
import { VarintReader } from "../../domain/accounts/varints.ts";
import { isSystemOwner } from "../../domain/entry/entry.ts";
import type { PostingTrail } from "../../domain/entry/posting-trail.ts";
import type { AccountName } from "../../domain/rows.ts";
import { type PostingPage, pageMax } from "../checkpoint/caught-up.ts";
import type { AccountWithPage, PageRange, StoredAccountRow } from "./derived-rows.ts";

/** Postings that earlier versions have stored for an account. */
export interface EarlyTrail {
  readonly trail: PostingTrail;
  /** Whether each has the balance that it leaves, or none. */
  isBalanced: boolean;
}

/** An account as it follows from the entries so far, and its row as it was found. */
export class RebuiltAccount {
  readonly id: number;
  readonly owner: string;
  readonly asset: string;
  /** The next stored page that its postings have not reached. */
  nextPage: PageRange | undefined;
  /** Undefined if there are no such postings. */
  readonly early: EarlyTrail | undefined;
  /** Whether the postings that earlier versions have stored are in pages. */
  isEarlyMoved: boolean;
  /** Sum that remains in open holds of the owner. */
  held = 0n;
  #found: StoredAccountRow | undefined;
  /** Whether the row as found is that of the account at the batch of which it is; undefined before that batch. */
  #isRight: boolean | undefined;
  #sums: AccountSums = { balance: 0n, spentDay: 0, spent: 0n };
  #asOf: number | null = null;
  /** Last postings, packed, which are in no page. */
  #waiting: Uint8Array | null = null;
  #count = 0;
  #first = 0;
  #last = 0;

  /** @param found its row and its first page; without a row it was not stored */
  constructor(
    { id, owner, asset }: AccountName & { readonly id: number },
    found?: AccountWithPage,
    early?: EarlyTrail,
  ) {
    this.id = id;
    this.owner = owner;
    this.asset = asset;
    this.#found = found?.row;
    this.nextPage = found?.firstPage;
    this.early = early;
    this.isEarlyMoved = early === undefined;
  }

  /** Number of postings that are in no page. */
  get count(): number {
    return this.#count;
  }

  /** Sequence number of the first of them. */
  get first(): number {
    return this.#first;
  }

  /** Sequence number of the last of them. */
  get last(): number {
    return this.#last;
  }

  /**
   * Adds the changes by a batch.
   *
   * @param isNoted whether its changes are among those that were stored, so that a row of an earlier version lacks them
   */
  change({ postings, ...sums }: Omit<AccountChange, "id">, lastSequence: number, isNoted: boolean): void {
    if (isNoted && this.#found?.asOf === null) this.#compare(null);
    this.#sums = sums;
    this.#asOf = lastSequence;
    const [first, last] = [postings[0], postings.at(-1)];
    if (first === undefined || last === undefined) return;
    if (this.#count === 0) this.#first = first.sequence;
    this.#last = last.sequence;
    const joined = joinPostings([...this.#runs(), runOf(packPostings(postings))]);
    [this.#waiting, this.#count] = [joined.bytes, joined.count];
  }

  /** Compares the row as found, if it is as of the batch that was added last. Call it when full pages are taken. */
  compareRow(): void {
    if (this.#found !== undefined && this.#found.asOf === this.#asOf) this.#compare(this.#waiting);
  }

  #compare(tail: Uint8Array | null): void {
    if (this.#found === undefined || this.#isRight !== undefined) return;
    const { balance, spentDay, spent } = this.#sums;
    const found = this.#found;
    const isSame = found.balance === balance && found.spentDay === spentDay && found.spent === spent;
    this.#isRight = isSame && isSameBytes(found.tail, tail);
  }

  /** Takes the first postings, up to a sequence number or as many as fill a page, as a page. */
  takePage(until = Number.MAX_SAFE_INTEGER): PostingPage {
    const postings = this.#waiting === null ? [] : unpackPostings(this.#waiting);
    const end = endOfPage(postings, until);
    const [page, rest] = [postings.slice(0, end), postings.slice(end)];
    const [firstSequence, lastSequence] = [this.#first, (page.at(-1) as BarePosting).sequence];
    this.#waiting = rest.length === 0 ? null : packPostings(rest);
    this.#count = rest.length;
    this.#first = rest[0]?.sequence ?? 0;
    const balance = rest.reduce((sum, { amount }) => sum - amount, this.#sums.balance);
    return { account: this.id, firstSequence, lastSequence, balance, postings: packPostings(page) };
  }

  /** Returns the row, and whether the one that was found contradicts it; a row that is only behind does not. */
  end(): { readonly row: StoredAccountRow; readonly isWrong: boolean; readonly isSame: boolean } {
    const { id, owner, asset, held } = this;
    const isCustomer = isSystemOwner(owner) ? 0 : 1;
    const row = { id, owner, asset, ...this.#sums, held, isCustomer, asOf: this.#asOf, tail: this.#waiting };
    const found = this.#found;
    if (found === undefined) return { row, isWrong: true, isSame: false };
    // Only a row without changes, or of an earlier version, is as of no entry.
    if (found.asOf === null && (this.#asOf === null || this.early !== undefined)) this.#compare(null);
    const isMarked = found.held === held && found.isCustomer === isCustomer;
    const isWrong = this.#isRight !== true || !isMarked || !this.isEarlyMoved;
    const isSame = !isWrong && found.asOf === row.asOf && isSameBytes(found.tail, row.tail);
    return { row, isWrong, isSame };
  }

  #runs(): readonly PostingRun[] {
    return this.#waiting === null ? [] : [runOf(this.#waiting)];
  }
}

function runOf(packed: Uint8Array): PostingRun {
  return { reader: new VarintReader(packed), base: 0 };
}

/** Returns how many of the first postings become a page; those of one entry are in one page. */
function endOfPage(postings: readonly BarePosting[], until: number): number {
  let end = 0;
  while (end < postings.length) {
    const { sequence } = postings[end] as BarePosting;
    if (end > 0 && (sequence > until || (end >= pageMax && sequence !== postings[end - 1]?.sequence))) break;
    end++;
  }
  return end;
}

function isSameBytes(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
}
