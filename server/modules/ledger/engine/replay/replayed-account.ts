import type { AccountChange, AccountSums } from "../../domain/accounts/packed-changes.ts";
import type { BarePosting } from "../../domain/accounts/packed-postings.ts";
import type { AssetCode } from "../../domain/assets.ts";
import { type Entry, isSystemOwner } from "../../domain/entry/entry.ts";
import { PostingTrail } from "../../domain/entry/posting-trail.ts";
import { isSpending, spentAfter, spentAfterReturn } from "../../domain/holds/changes.ts";
import type { Hold } from "../../domain/holds/hold.ts";
import type { AccountName, AccountRow } from "../../domain/rows.ts";

/** An account as of the last entry of the audit. */
export interface AuditedAccount extends Omit<AccountRow, "spentDay" | "spent" | "held"> {
  /** Undefined if later entries have changed it. */
  readonly spending: Pick<AccountRow, "spentDay" | "spent"> | undefined;
}

interface State extends AccountSums {
  /** Last sequence number of the last batch that has changed the account. */
  readonly at: number;
}

/** The postings of an account, as replayed from the entries and as stored. */
export class ReplayedAccount {
  readonly owner: string;
  readonly asset: AssetCode;
  /** Postings derived from the entries. */
  readonly replayed = new PostingTrail();
  /** Stored postings. */
  readonly stored = new PostingTrail();
  #spending = { spentDay: 0, spent: 0n };
  /** Last sequence number of the last batch that has changed the account. */
  #changedIn = 0;
  /** States before each batch whose changes are stored. */
  readonly #before: State[] = [];
  /** Postings by the last batch. */
  #own: BarePosting[] = [];

  constructor({ owner, asset }: AccountName) {
    this.owner = owner;
    this.asset = asset;
  }

  /**
   * Begins the changes by a batch, with its first one.
   *
   * @param lastSequence of the batch
   * @param isStored whether its changes are stored
   */
  change(lastSequence: number, isStored: boolean): void {
    if (this.#changedIn === lastSequence) return;
    if (isStored) this.#before.push(this.#state());
    this.#changedIn = lastSequence;
    this.#own = [];
  }

  /** Adds a posting of an entry. */
  post(posting: BarePosting): void {
    this.replayed.add(posting);
    this.#own.push(posting);
  }

  /** The changes by the last batch. */
  get lastChange(): Omit<AccountChange, "id"> {
    return { balance: this.replayed.sum, ...this.#spending, postings: this.#own };
  }

  /** Whether stored changes are those by the last batch. */
  isChangedAs({ balance, spentDay, spent, postings }: Omit<AccountChange, "id">): boolean {
    const state = this.#state();
    return (
      balance === state.balance &&
      spentDay === state.spentDay &&
      spent === state.spent &&
      postings.length === this.#own.length &&
      postings.every((posting, index) => isSame(posting, this.#own[index] as BarePosting))
    );
  }

  /** Returns how a row differs from the account at the batch of which it is, if it does. */
  rowFlaw({ asOf, balance, spentDay, spent }: NonNullable<AccountRow["checkpoint"]>): string | undefined {
    const now = this.#state();
    const state = asOf === null ? (this.#before[0] ?? now) : [...this.#before, now].find(({ at }) => at === asOf);
    if (state === undefined) return `is as of entry ${asOf}, with which no batch ends that has changed it`;
    const isSameState = balance === state.balance && spentDay === state.spentDay && spent === state.spent;
    return isSameState ? undefined : `its row holds ${balance}, by its entries until then ${state.balance}`;
  }

  #state(): State {
    return { at: this.#changedIn, balance: this.replayed.sum, ...this.#spending };
  }

  /** Adds a transfer or hold to the sum that its sender sent on that day. */
  spend(entry: Entry): void {
    if (isSpending(entry)) this.#spending = spentAfter(this.#spending, entry);
  }

  /** Subtracts what an entry returns to the sender of a hold. */
  giveBack(entry: Entry, before: Hold): void {
    this.#spending = spentAfterReturn(this.#spending, entry, before);
  }

  /** Compares a stored account with the replayed one. */
  flaws({ balance, spending, isCustomer }: AuditedAccount): string[] {
    const flaws: string[] = [];
    if (balance !== this.replayed.sum) flaws.push(`holds ${balance}, its entries make ${this.replayed.sum}`);
    const replayed = this.#spending;
    const { spentDay, spent } = spending ?? replayed;
    if (spentDay !== replayed.spentDay || spent !== replayed.spent) {
      flaws.push(`has sent ${spent} on day ${spentDay}, by its entries ${replayed.spent} on day ${replayed.spentDay}`);
    }
    if (isCustomer !== (isSystemOwner(this.owner) ? 0 : 1)) flaws.push("is not marked as what it is");
    return flaws;
  }
}

function isSame(one: BarePosting, other: BarePosting): boolean {
  const { sequence, leg, kind, amount } = one;
  return sequence === other.sequence && leg === other.leg && kind === other.kind && amount === other.amount;
}
