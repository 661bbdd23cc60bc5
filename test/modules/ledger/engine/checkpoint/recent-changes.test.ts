import { expect, test } from "vitest";
import { type BatchChanges, packChanges } from "../../../../../server/modules/ledger/domain/accounts/packed-changes.ts";
import { UnreadablePacking } from "../../../../../server/modules/ledger/domain/accounts/varints.ts";
import { RecentChanges } from "../../../../../server/modules/ledger/engine/checkpoint/recent-changes.ts";

/** Batch `number` of ten entries, after which each of the accounts has as much as its number says. */
function batch(number: number, ...ids: number[]): BatchChanges {
  const firstSequence = 10 * number - 9;
  const changes = ids
    .toSorted((a, b) => a - b)
    .map((id) => ({
      id,
      balance: BigInt(number),
      spentDay: 0,
      spent: 0n,
      postings: [{ sequence: firstSequence, leg: 0, kind: 1, amount: 1n }],
    }));
  return { number, firstSequence, lastSequence: 10 * number, bytes: packChanges(firstSequence, changes) };
}

function recentOf(...batches: BatchChanges[]): RecentChanges {
  const recent = new RecentChanges();
  for (const one of batches) recent.add(one);
  return recent;
}

const stateOf = ({ firstNumber, lastNumber, lastSequence, entries }: RecentChanges) => [
  firstNumber,
  lastNumber,
  lastSequence,
  entries,
];

const sequencesOf = (changes: Iterable<{ readonly lastSequence: number }>) =>
  [...changes].map(({ lastSequence }) => lastSequence);

test("changes begin and end with batches that are added and dropped", () => {
  const recent = recentOf();
  expect(stateOf(recent)).toEqual([undefined, 0, 0, 0]);
  for (const number of [3, 4, 5]) recent.add(batch(number, 1));
  expect(stateOf(recent)).toEqual([3, 5, 50, 30]);
  recent.dropBefore(4);
  expect(stateOf(recent)).toEqual([4, 5, 50, 20]);
  recent.dropBefore(3);
  expect(stateOf(recent)).toEqual([4, 5, 50, 20]);
  recent.dropBefore(6);
  expect(stateOf(recent)).toEqual([undefined, 5, 0, 0]);
  recent.add(batch(6, 1));
  recent.clear();
  expect(stateOf(recent)).toEqual([undefined, 0, 0, 0]);
});

test("an account is here as long as one of its changes is", () => {
  const recent = recentOf(batch(1, 2, 10), batch(2, 1, 10), batch(3, 300));
  expect([...recent.ids()]).toEqual([1, 2, 10, 300]);
  recent.dropBefore(2);
  expect([...recent.ids()]).toEqual([1, 10, 300]);
  expect([recent.has(2), recent.has(10)]).toEqual([false, true]);
  expect(sequencesOf(recent.earliestSince(10, null))).toEqual([20]);
  recent.dropBefore(9);
  expect([...recent.ids()]).toEqual([]);
  recent.add(batch(9, 10));
  recent.clear();
  expect(recent.has(10)).toBe(false);
});

test("a row lacks the changes of batches after the one that it names", () => {
  const recent = recentOf(batch(1, 1), batch(2, 1), batch(4, 1, 2));
  expect(sequencesOf(recent.earliestSince(1, null))).toEqual([10, 20, 40]);
  expect(sequencesOf(recent.earliestSince(1, 10))).toEqual([20, 40]);
  expect(sequencesOf(recent.earliestSince(1, 40))).toEqual([]);
  expect(sequencesOf(recent.earliestSince(3, null))).toEqual([]);
  expect([...recent.earliestSince(1, 20)][0]).toMatchObject({
    id: 1,
    balance: 4n,
    postings: [{ sequence: 31, amount: 1n }],
  });
  expect([null, 10, 39].map((asOf) => recent.sums(1, asOf)?.balance)).toEqual([4n, 4n, 4n]);
  expect([recent.sums(1, 40), recent.sums(1, 50), recent.sums(3, null)]).toEqual([undefined, undefined, undefined]);
});

test("the latest changes come first, and can be read when they are dropped", () => {
  const recent = recentOf(batch(1, 1), batch(2, 1), batch(4, 1, 2));
  const latest = recent.latestSince(1, 10);
  recent.clear();
  expect(sequencesOf(latest)).toEqual([40, 20]);
  expect(sequencesOf(recent.latestSince(1, null))).toEqual([]);
});

test("bytes that cannot be read add nothing", () => {
  const recent = recentOf(batch(1, 1));
  const { bytes, ...rest } = batch(2, 5, 6);
  expect(() => recent.add({ ...rest, bytes: bytes.subarray(0, bytes.length - 1) })).toThrow(UnreadablePacking);
  expect([stateOf(recent), [...recent.ids()]]).toEqual([[1, 1, 10, 10], [1]]);
});
