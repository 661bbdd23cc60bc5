import { type AccountChange, type BatchChanges, readableChanges } from "../../domain/accounts/packed-changes.ts";
import type { Batch } from "../../domain/entry/entry.ts";
import type { AccountName, LedgerRows } from "../../domain/rows.ts";

/** Stored changes of accounts by a batch. */
export interface StoredChanges extends Pick<BatchChanges, "firstSequence" | "lastSequence"> {
  /** Undefined if they cannot be read. */
  readonly accounts: readonly StoredChange[] | undefined;
}

interface StoredChange extends AccountChange {
  /** Undefined if the account is not stored. */
  readonly name: AccountName | undefined;
}

/** Reads the stored changes of some consecutive batches, by number. */
export async function changesOfBatches(
  rows: Pick<LedgerRows, "changesBetween" | "accountNames">,
  batches: readonly Batch[],
): Promise<ReadonlyMap<number, StoredChanges>> {
  const [first, last] = [batches[0], batches.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const read = (await rows.changesBetween(first.number, last.number)).map((row) => ({
    ...row,
    changes: readableChanges(row),
  }));
  const ids = [...new Set(read.flatMap(({ changes }) => changes?.map(({ id }) => id) ?? []))];
  const names = await namesOf(rows, ids);
  return new Map(
    read.map(({ number, firstSequence, lastSequence, changes }) => {
      const accounts = changes?.map((change) => ({ ...change, name: names.get(change.id) }));
      return [number, { firstSequence, lastSequence, accounts }];
    }),
  );
}

/** Names per read. */
const pageSize = 500;

async function namesOf(rows: Pick<LedgerRows, "accountNames">, ids: readonly number[]) {
  const names = new Map<number, AccountName>();
  for (let start = 0; start < ids.length; start += pageSize) {
    for (const [id, name] of await rows.accountNames(ids.slice(start, start + pageSize))) names.set(id, name);
  }
  return names;
}
