import { expect, test } from "vitest";
import {
  changesIn,
  type PackedChange,
  packChanges,
} from "../../../../../server/modules/ledger/domain/accounts/packed-changes.ts";
import {
  type BarePosting,
  packPostings,
  unpackPostings,
} from "../../../../../server/modules/ledger/domain/accounts/packed-postings.ts";
import { caughtUp } from "../../../../../server/modules/ledger/engine/checkpoint/caught-up.ts";

const account = 7;

function postingsFrom(sequence: number, amounts: readonly bigint[]): BarePosting[] {
  return amounts.map((amount, index) => ({ sequence: sequence + index, leg: 0, kind: 1, amount }));
}

/** A row after two postings, of 40 and -10, that it has in its tail. */
const row = {
  id: account,
  balance: 130n,
  spentDay: 3,
  spent: 10n,
  asOf: 12,
  tail: packPostings(postingsFrom(11, [40n, -10n])),
};

function change(postings: readonly BarePosting[], balance: bigint, lastSequence: number): PackedChange {
  const firstSequence = postings[0]?.sequence ?? lastSequence;
  const bytes = packChanges(firstSequence, [{ id: account, balance, spentDay: 5, spent: 25n, postings }]);
  return changesIn({ number: 1, firstSequence, lastSequence, bytes })[0] as PackedChange;
}

const changes = [change(postingsFrom(20, [5n]), 135n, 21), change(postingsFrom(30, [-25n]), 110n, 33)];

test("a row without later changes is up to date", () => {
  expect(caughtUp(row, [], 4)).toBeUndefined();
});

test("a row has the sums of the last change, and all postings while they are few", () => {
  const { row: caught, pages } = caughtUp(row, changes, 5) ?? {};
  expect(caught).toMatchObject({ id: account, balance: 110n, spentDay: 5, spent: 25n, asOf: 33 });
  expect(unpackPostings(caught?.tail as Uint8Array).map(({ sequence }) => sequence)).toEqual([11, 12, 20, 30]);
  expect(pages).toEqual([]);
  expect(caughtUp({ ...row, tail: null }, changes, 5)?.row.tail).toEqual(
    packPostings([...postingsFrom(20, [5n]), ...postingsFrom(30, [-25n])]),
  );
});

test("postings become a page with the balance after them as soon as they are enough", () => {
  const { row: caught, pages } = caughtUp(row, changes, 4) ?? {};
  expect(caught?.tail).toBeNull();
  expect(
    pages?.map(({ postings, ...page }) => ({ ...page, amounts: unpackPostings(postings).map((one) => one.amount) })),
  ).toEqual([{ account, firstSequence: 11, lastSequence: 30, balance: 110n, amounts: [40n, -10n, 5n, -25n] }]);
});

test("a tail that cannot be read stays as it is, and what follows becomes a page at once", () => {
  const tail = Buffer.of(255, 255);
  const { row: caught, pages } = caughtUp({ ...row, tail }, changes.slice(0, 1), 64) ?? {};
  expect(caught).toEqual({ id: account, balance: 135n, spentDay: 5, spent: 25n, asOf: 21, tail });
  expect(pages).toEqual([
    { account, firstSequence: 20, lastSequence: 20, balance: 135n, postings: packPostings(postingsFrom(20, [5n])) },
  ]);
  // A change without a posting, as that of a hold, makes no page.
  expect(caughtUp({ ...row, tail }, [change([], 130n, 21)], 64)?.pages).toEqual([]);
});

test("a page has at most 1,024 postings, and all of an entry", () => {
  const many = postingsFrom(
    100,
    Array.from({ length: 1_100 }, () => 1n),
  );
  // The entry of the last posting of the page has two more.
  for (const index of [1_022, 1_023, 1_024]) (many[index] as { sequence: number }).sequence = 5_000;
  for (const index of many.keys()) if (index > 1_024) (many[index] as { sequence: number }).sequence += 5_000;
  const { row: caught, pages } = caughtUp(row, [change(many, 1_230n, 9_000)], 64) ?? {};
  const found = pages?.map(({ postings, ...page }) => ({ ...page, count: unpackPostings(postings).length }));
  expect(found).toEqual([
    { account, firstSequence: 11, lastSequence: 1_121, balance: 1_152n, count: 1_024 },
    { account, firstSequence: 5_000, lastSequence: 6_199, balance: 1_230n, count: 78 },
  ]);
  expect(caught?.tail).toBeNull();
  const moved = many.slice(2);
  const second = caughtUp({ ...row, tail: null }, [change(many, 1_230n, 9_000)], 64)?.pages;
  expect(second?.map(({ postings }) => unpackPostings(postings).length)).toEqual([1_025, 75]);
  expect(caughtUp({ ...row, tail: null }, [change(moved, 1_228n, 9_000)], 76)?.pages).toHaveLength(1);
});
