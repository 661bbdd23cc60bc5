import type { AssetCode } from "../assets.ts";
import { type Entry, entryKinds, isSystemOwner } from "../entry/entry.ts";
import { PostingTrail } from "../entry/posting-trail.ts";
import type { AccountName, AccountRow } from "./rows.ts";

/** An account as it was when a certain entry was written. */
export interface AuditedAccount extends Omit<AccountRow, "spentDay" | "spent"> {
  /** Undefined when it cannot be told, because something was written since. */
  readonly spending: Pick<AccountRow, "spentDay" | "spent"> | undefined;
}

/** What entries make of an account, and what is stored of its postings. */
export class ReplayedAccount {
  readonly owner: string;
  readonly asset: AssetCode;
  /** As the entries make it. */
  readonly replayed = new PostingTrail();
  /** As the index has it. */
  readonly stored = new PostingTrail();
  #spentDay = 0;
  #spent = 0n;

  constructor({ owner, asset }: AccountName) {
    this.owner = owner;
    this.asset = asset;
  }

  /** Counts a transfer of the owner among what was sent on its day. */
  spend({ kind, outcome, amount, atMs }: Entry): void {
    if (kind !== entryKinds.transfer || outcome !== 0) return;
    const day = Math.floor(atMs / dayMs);
    this.#spent = (this.#spentDay === day ? this.#spent : 0n) + amount;
    this.#spentDay = day;
  }

  /** What of a row is not what the entries make of it. */
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
