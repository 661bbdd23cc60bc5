import { type BatchChanges, changesIn, type PackedChange, packChanges } from "../../domain/accounts/packed-changes.ts";
import { isSystemOwner } from "../../domain/entry/entry.ts";
import { isBalance } from "../../domain/money.ts";
import type { Chained, ChangedAccount } from "../batch-store.ts";

/** The changes of the accounts by a batch. */
interface WrittenChanges {
  readonly packed: BatchChanges;
  /** The change of each account, ordered by id. */
  readonly changes: readonly PackedChange[];
  /** Returns the change of an account; undefined if there is none. */
  of(id: number): PackedChange | undefined;
}

/**
 * Returns the changes of the accounts by a batch; all of them must have ids.
 *
 * @throws RangeError if rules that have a fault overdraw an account: the database would notice it when its row follows,
 * long after the answer, and refuse every batch from then on
 */
export function changesOf(
  accounts: readonly ChangedAccount[],
  { batch: { number, firstSequence, lastSequence } }: Pick<Chained, "batch">,
): WrittenChanges {
  accounts.forEach(requireStorable);
  const ordered = (accounts as readonly StoredChange[]).toSorted((a, b) => a.id - b.id);
  const packed = { number, firstSequence, lastSequence, bytes: packChanges(firstSequence, ordered) };
  const changes = changesIn(packed);
  return { packed, changes, of: (id) => changeOf(changes, id) };
}

/** Finds the change of an account among those of a batch, which are ordered by id. */
function changeOf(changes: readonly PackedChange[], id: number): PackedChange | undefined {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle] as PackedChange).id < id) low = middle + 1;
    else high = middle;
  }
  const found = changes[low];
  return found?.id === id ? found : undefined;
}

/** An account that has an id. */
type StoredChange = ChangedAccount & { readonly id: number };

/** The constraint of the accounts' table. */
function requireStorable({ owner, asset, balance, spent }: ChangedAccount): void {
  if (isBalance(balance) && isBalance(spent) && (balance >= 0n || isSystemOwner(owner))) return;
  throw new RangeError(
    `The account ${owner} ${asset} would have ${balance}: the rules that have decided so are wrong.`,
  );
}
