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

/** The postings of an account, as replayed from the entries and as stored. */
export class ReplayedAccount {
  readonly owner: string;
  readonly asset: AssetCode;
  /** Postings derived from the entries. */
  readonly replayed = new PostingTrail();
  /** Stored postings. */
  readonly stored = new PostingTrail();
  #spending = { spentDay: 0, spent: 0n };

  constructor({ owner, asset }: AccountName) {
    this.owner = owner;
    this.asset = asset;
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
