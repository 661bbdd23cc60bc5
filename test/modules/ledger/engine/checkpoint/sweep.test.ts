import { expect, test } from "vitest";
import { changesIn, packChanges } from "../../../../../server/modules/ledger/domain/accounts/packed-changes.ts";
import { boundsFrom } from "../../../../../server/modules/ledger/engine/checkpoint/bounds.ts";
import { Checkpoints } from "../../../../../server/modules/ledger/engine/checkpoint/checkpoints.ts";
import { RecentChanges } from "../../../../../server/modules/ledger/engine/checkpoint/recent-changes.ts";
import { Sweep } from "../../../../../server/modules/ledger/engine/checkpoint/sweep.ts";

const all = Array.from({ length: 40 }, (_, index) => index + 1);

/** Changes of accounts by batch `number` of ten entries. */
function batch(number: number, ids: readonly number[] = all) {
  const changes = ids.map((id) => ({ id, balance: 1n, spentDay: 0, spent: 0n, postings: [] }));
  return {
    number,
    firstSequence: 10 * number - 9,
    lastSequence: 10 * number,
    bytes: packChanges(10 * number - 9, changes),
  };
}

/** A sweep of forty accounts within a hundred entries, whose first round has begun. */
function begun() {
  const recent = new RecentChanges();
  const sweep = new Sweep(recent, 100);
  const write = (number: number) => {
    const swept = sweep.next(10);
    const { keptFrom } = sweep;
    recent.add(batch(number));
    recent.dropBefore(keptFrom);
    sweep.written(swept);
    return [swept.ids.length, keptFrom];
  };
  return { recent, sweep, write };
}

test("each batch has its share of the accounts, and a round ends within the entries of a checkpoint", () => {
  const { sweep, write } = begun();
  expect(sweep.keptFrom).toBe(1);
  expect(write(1)).toEqual([0, 1]);
  // The round has the accounts that had changed when it began.
  expect([2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => write(number)[0])).toEqual(Array(9).fill(4));
  expect(sweep.next(10).ids).toEqual([37, 38, 39, 40]);
  expect(sweep.next(3).ids).toEqual([37]);
  expect(write(11)).toEqual([4, 1]);
  // The next round: what was changed before the first one is in the rows.
  // The more entries are kept, the larger is the share: 200 are the most.
  const shares = [12, 13, 14, 15, 16, 17, 18].map((number) => write(number));
  expect(shares).toEqual([4, 4, 5, 6, 7, 8, 6].map((share) => [share, 2]));
  // No batch removes more than eight.
  expect(write(19)).toEqual([13, 10]);
  expect(write(20)).toEqual([4, 12]);
});

test("small batches write a row when their shares are one, in no more entries than large ones", () => {
  const { sweep, write } = begun();
  write(1);
  const counts = Array.from({ length: 50 }, () => {
    const swept = sweep.next(2);
    sweep.written(swept);
    return swept.ids.length;
  });
  expect(counts.slice(0, 5)).toEqual([0, 1, 1, 1, 1]);
  const entriesUntil =
    2 * (1 + counts.findIndex((_, index) => counts.slice(0, index + 1).reduce((a, b) => a + b) === 40));
  expect(entriesUntil).toBeLessThanOrEqual(102);
});

test("a round that lags ends before the changes of two checkpoints are kept", () => {
  const { recent, sweep, write } = begun();
  write(1);
  for (let number = 2; number <= 19; number++) recent.add(batch(number));
  // 190 of 200 entries are kept.
  expect(sweep.next(5).ids).toHaveLength(20);
  expect(sweep.next(10).ids).toEqual(all);
  recent.add(batch(20));
  recent.add(batch(21));
  expect(sweep.next(1).ids).toEqual(all);
});

test("a round that lags behind the batches of others takes 64 rows and 8 for each entry at once, at most", () => {
  const recent = new RecentChanges();
  const sweep = new Sweep(recent, 100);
  recent.add(
    batch(
      1,
      Array.from({ length: 5_000 }, (_, index) => index + 1),
    ),
  );
  sweep.written(sweep.next(10));
  for (let number = 2; number <= 30; number++) recent.add(batch(number));
  for (const entries of [1, 10, 100]) {
    const swept = sweep.next(entries);
    expect(swept.ids).toHaveLength(64 + 8 * entries);
    sweep.written(swept);
  }
});

test("what was chosen before the changes of others were forgotten does not count afterwards", () => {
  const { recent, sweep, write } = begun();
  write(1);
  const chosen = sweep.next(10);
  recent.clear();
  sweep.forget();
  expect(sweep.keptFrom).toBe(1);
  expect(sweep.next(10).ids).toEqual([]);
  recent.add(batch(5));
  sweep.written(chosen);
  expect(sweep.next(10).ids).toEqual([]);
  sweep.written(sweep.next(10));
  expect(sweep.next(10).ids).toEqual([1, 2, 3, 4]);
  expect(sweep.keptFrom).toBe(5);
  recent.dropBefore(9);
  expect(sweep.keptFrom).toBe(6);
});

test("checkpoints follow from the first batch that is stored, or from none", () => {
  const checkpoints = new Checkpoints(10);
  checkpoints.follow([batch(3), batch(4), batch(5)], 3);
  checkpoints.follow([batch(6)], 5);
  expect([checkpoints.recent.firstNumber, checkpoints.recent.lastNumber]).toEqual([5, 6]);
  expect(checkpoints.behind(7, true)).toBe(6);
  checkpoints.follow([], null);
  expect([checkpoints.recent.firstNumber, checkpoints.recent.lastNumber]).toEqual([undefined, 6]);
  expect(checkpoints.behind(6, true)).toBe(0);
});

test("a page has 64 postings at least, or as many as a checkpoint has entries", () => {
  const row = { id: 1, balance: 0n, spentDay: 0, spent: 0n, asOf: null, tail: null };
  const pagesOf = (checkpointEntries: number, count: number) => {
    const postings = Array.from({ length: count }, (_, index) => ({
      sequence: index + 1,
      leg: 0,
      kind: 1,
      amount: 1n,
    }));
    const bytes = packChanges(1, [{ id: 1, balance: BigInt(count), spentDay: 0, spent: 0n, postings }]);
    const [own] = changesIn({ number: 1, firstSequence: 1, lastSequence: count, bytes });
    const checkpoints = new Checkpoints(checkpointEntries);
    expect(checkpoints.caughtUp(row, undefined)).toBeUndefined();
    return checkpoints.caughtUp(row, own)?.pages.length;
  };
  expect([pagesOf(5, 4), pagesOf(5, 5), pagesOf(1_000, 63), pagesOf(1_000, 64)]).toEqual([0, 1, 0, 1]);
});

test("bounds that are not given are the usual ones", () => {
  expect(boundsFrom({})).toEqual({ checkpointEntries: 65_536, cachedAccounts: 100_000 });
  expect(boundsFrom({ cachedAccounts: 5 })).toEqual({ checkpointEntries: 65_536, cachedAccounts: 5 });
  expect(boundsFrom({ checkpointEntries: 5 })).toEqual({ checkpointEntries: 5, cachedAccounts: 100_000 });
});
