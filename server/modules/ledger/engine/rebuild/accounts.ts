import type { AccountChange } from "../../domain/accounts/packed-changes.ts";
import type { Batch } from "../../domain/entry/entry.ts";
import { PostingTrail } from "../../domain/entry/posting-trail.ts";
import { type Hold, leftOf } from "../../domain/holds/hold.ts";
import { keyOf } from "../replay/audit.ts";
import type { ReplayedAccount } from "../replay/replayed-account.ts";
import type { DerivedRows, StoredAccountRow } from "./derived-rows.ts";
import { moveEarly, settlePages } from "./pages.ts";
import { type EarlyTrail, RebuiltAccount } from "./rebuilt-account.ts";
import type { RebuildReport } from "./report.ts";

/** Rows per read and per write. */
const pageSize = 500;

/** The accounts of a ledger, which follow its batches. */
export class RebuiltAccounts {
  readonly #rows: DerivedRows;
  readonly #report: RebuildReport;
  readonly #accounts = new Map<string, RebuiltAccount>();

  constructor(rows: DerivedRows, report: RebuildReport) {
    this.#rows = rows;
    this.#report = report;
  }

  /** Whether a row is as of an entry, so that changes of the last batch were stored. */
  hasFollowed = false;

  /** Reads the rows as they are. */
  async read(): Promise<void> {
    const early = await this.#readEarly();
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const page = await this.#rows.accountsWithPages(after, pageSize);
      for (const found of page) {
        this.#accounts.set(keyOf(found.row), new RebuiltAccount(found.row, found, early.get(found.row.id)));
        this.hasFollowed ||= found.row.asOf !== null;
      }
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.row.id;
    }
  }

  async #readEarly(): Promise<ReadonlyMap<number, EarlyTrail>> {
    const early = new Map<number, EarlyTrail>();
    for await (const posting of this.#rows.earlyPostings()) {
      const ofAccount = early.get(posting.account) ?? { trail: new PostingTrail(), isBalanced: true };
      early.set(posting.account, ofAccount);
      ofAccount.trail.add(posting);
      const { balance } = posting;
      ofAccount.isBalanced &&= balance === null || balance === ofAccount.trail.sum;
    }
    return early;
  }

  /**
   * Adds the changes of a batch, and returns them ordered by id.
   *
   * @param isNoted whether its changes are among those that were stored
   */
  async add(
    { lastSequence }: Batch,
    changed: ReadonlyMap<string, ReplayedAccount>,
    isNoted: boolean,
  ): Promise<AccountChange[]> {
    const changes: AccountChange[] = [];
    for (const [key, replayed] of changed) {
      const account = this.#accounts.get(key) ?? (await this.#added(replayed));
      const change = replayed.lastChange;
      account.change(change, lastSequence, isNoted);
      await settlePages(account, { rows: this.#rows, report: this.#report, isEnd: false });
      const { early } = account;
      const isReached = early !== undefined && !account.isEarlyMoved && early.trail.count === replayed.replayed.count;
      if (isReached && early.isBalanced && early.trail.isEqual(replayed.replayed)) await moveEarly(account, this.#rows);
      account.compareRow();
      changes.push({ id: account.id, ...change });
    }
    return changes.sort((a, b) => a.id - b.id);
  }

  async #added({ owner, asset }: Pick<ReplayedAccount, "owner" | "asset">): Promise<RebuiltAccount> {
    const id = await this.#rows.addAccount({ owner, asset });
    const nextPage = await this.#rows.pageAfter(id, Number.MIN_SAFE_INTEGER);
    const account = new RebuiltAccount({ id, owner, asset });
    account.nextPage = nextPage;
    this.#accounts.set(keyOf(account), account);
    return account;
  }

  /** Writes the rows that differ. */
  async end(openHolds: Iterable<Hold>): Promise<void> {
    for (const hold of openHolds) {
      const account = this.#accounts.get(keyOf({ owner: hold.sender, asset: hold.asset }));
      const left = leftOf(hold);
      if (account !== undefined) account.held += left.amount + left.fee;
    }
    let waiting: StoredAccountRow[] = [];
    for (const account of this.#accounts.values()) {
      await settlePages(account, { rows: this.#rows, report: this.#report, isEnd: true });
      const { row, isWrong, isSame } = account.end();
      if (isWrong) this.#report.accounts++;
      if (!isSame) waiting.push(row);
      if (waiting.length < pageSize) continue;
      await this.#rows.setAccounts(waiting);
      waiting = [];
    }
    if (waiting.length > 0) await this.#rows.setAccounts(waiting);
    this.#report.pages += await this.#rows.removeStrayPages();
    await this.#rows.removeEarlyPostings();
    this.#report.accounts += await this.#rows.addAccountsOfWallets();
  }
}
