import type { AssetCode } from "../assets.ts";
import { type Entry, entryKinds, isSystemOwner } from "../entry/entry.ts";
import { PostingTrail } from "../entry/posting-trail.ts";
import type { AccountName, AccountRow } from "./rows.ts";

/** An account as of the last entry of the audit. */
export interface AuditedAccount extends Omit<AccountRow, "spentDay" | "spent"> {
  /** Undefined if later entries have changed it. */
  readonly spending: Pick<AccountRow, "spentDay" | "spent"> | undefined;
}

/** The postings of an account, as replayed from the entries and as stored. */
export class ReplayedAccount {
  readonly owner: string;
  readonly asset: AssetCode;
  /** Postings that follow from the entries. */
  readonly replayed = new PostingTrail();
  /** Postings that are stored. */
  readonly stored = new PostingTrail();
  #spentDay = 0;
  #spent = 0n;

  constructor({ owner, asset }: AccountName) {
    this.owner = owner;
    this.asset = asset;
  }

  /** Adds a transfer to what its sender sent on that day. */
  spend({ kind, outcome, amount, atMs }: Entry): void {
    if (kind !== entryKinds.transfer || outcome !== 0) return;
    const day = Math.floor(atMs / dayMs);
    this.#spent = (this.#spentDay === day ? this.#spent : 0n) + amount;
    this.#spentDay = day;
  }

  /** Compares a stored account with the replayed one. */
  flaws({ balance, spending, isCustomer }: AuditedAccount): string[] {
    const flaws: string[] = [];
    if (balance !== this.replayed.sum) flaws.push(`holds ${balance}, its entries make ${this.replayed.sum}`);
    const { spentDay, spent } = spending ?? { spentDay: this.#spentDay, spent: this.#spent };
    if (spentDay !== this.#spentDay || spent !== this.#spent) {
      flaws.push(`has sent ${spent} on day ${spentDay}, by its entries ${this.#spent} on day ${this.#spentDay}`);
    }
    if (isCustomer !== (isSystemOwner(this.owner) ? 0 : 1)) flaws.push("is not marked as what it is");
    return flaws;
  }
}

const dayMs = 86_400_000;
