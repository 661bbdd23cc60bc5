import { type AccountChange, type BatchChanges, packChanges } from "../../domain/accounts/packed-changes.ts";
import type { BarePosting } from "../../domain/accounts/packed-postings.ts";
import { isSystemOwner } from "../../domain/entry/entry.ts";
import { isBalance } from "../../domain/money.ts";
import type { RecentChange } from "../../engine/checkpoint/recent-changes.ts";
import type { Chained, ChangedAccount } from "../batch-store.ts";

/**
 * Returns the changes of the accounts by a batch; all of them must have ids.
 *
 * @throws RangeError if rules that have a fault overdraw an account: the database would notice it when its row follows,
 * long after the answer, and refuse every batch from then on
 */
export function changesOf(
  accounts: readonly ChangedAccount[],
  { batch, postings }: Pick<Chained, "batch" | "postings">,
): { readonly packed: BatchChanges; readonly own: ReadonlyMap<number, RecentChange> } {
  accounts.forEach(requireStorable);
  const { number, firstSequence, lastSequence } = batch;
  const byAccount = new Map<ChangedAccount, BarePosting[]>();
  for (const { account, sequence, leg, kind, amount } of postings) {
    const posting = { sequence, leg, kind, amount };
    const known = byAccount.get(account);
    if (known === undefined) byAccount.set(account, [posting]);
    else known.push(posting);
  }
  const changes = accounts
    .map((account): AccountChange => {
      const { id, balance, spentDay, spent } = account;
      return { id: id as number, balance, spentDay, spent, postings: byAccount.get(account) ?? [] };
    })
    .sort((a, b) => a.id - b.id);
  const packed = { number, firstSequence, lastSequence, bytes: packChanges(firstSequence, changes) };
  return { packed, own: new Map(changes.map((change) => [change.id, { ...change, lastSequence }])) };
}

/** The constraint of the accounts' table. */
function requireStorable({ owner, asset, balance, spent }: ChangedAccount): void {
  if (isBalance(balance) && isBalance(spent) && (balance >= 0n || isSystemOwner(owner))) return;
  throw new RangeError(
    `The account ${owner} ${asset} would have ${balance}: the rules that have decided so are wrong.`,
  );
}
