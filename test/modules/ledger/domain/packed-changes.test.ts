import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AccountChange,
  changesIn,
  type PackedChange,
  packChanges,
  postingsOfChange,
  unpackChanges,
} from "../../../../server/modules/ledger/domain/accounts/packed-changes.ts";
import {
  type BarePosting,
  joinPostings,
  type PostingRun,
  packPostings,
  unpackPostings,
  withBalances,
} from "../../../../server/modules/ledger/domain/accounts/packed-postings.ts";
import { UnreadablePacking, VarintReader } from "../../../../server/modules/ledger/domain/accounts/varints.ts";
import { law } from "../../../support/laws/law.ts";

const amount = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 53n) - 2n, max: 2n ** 53n + 2n }),
  fc.bigInt({ min: -200n, max: 200n }),
);
const postings = fc.array(fc.tuple(fc.nat(2 ** 31), fc.nat(20), fc.nat(9), amount), { maxLength: 80 }).map((steps) => {
  let sequence = 1;
  return steps.map(([step, leg, kind, moved]) => {
    sequence += step;
    return { sequence, leg, kind, amount: moved };
  });
});
const changes = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 2 ** 40 }),
      balance: amount,
      spentDay: fc.nat(),
      spent: amount,
      postings,
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  .map((list): AccountChange[] => list.sort((a, b) => a.id - b.id));

law("postings are what they were when they are unpacked", postings, (given) => {
  expect(unpackPostings(packPostings(given))).toEqual(given);
});

law("changes of accounts are what they were when they are unpacked", changes, (given) => {
  expect(unpackChanges({ firstSequence: 1, bytes: packChanges(1, given) })).toEqual(given);
});

/** Postings as those of a change of an account by a batch. */
function runOf(own: readonly BarePosting[]): PostingRun {
  const firstSequence = own[0]?.sequence ?? 1;
  const bytes = packChanges(firstSequence, [
    { id: 7, balance: -(2n ** 62n), spentDay: 20_000, spent: 5n, postings: own },
  ]);
  return postingsOfChange(changesIn({ number: 1, firstSequence, lastSequence: 2 ** 40, bytes })[0] as PackedChange);
}

law("packed postings that are joined are the same ones", fc.tuple(postings, fc.array(fc.nat(80))), ([given, cuts]) => {
  const ends = [...cuts.filter((cut) => cut < given.length).sort((a, b) => a - b), given.length];
  const [first = [], ...others] = ends.map((end, index) => given.slice(ends[index - 1] ?? 0, end));
  const tail = { reader: new VarintReader(packPostings(first)), base: 0 };
  expect(joinPostings([tail, ...others.map(runOf)])).toEqual({ count: given.length, bytes: packPostings(given) });
});

law("packed postings that end early cannot be joined", fc.tuple(postings, fc.nat()), ([given, at]) => {
  const bytes = packPostings(given);
  const tail = { reader: new VarintReader(bytes.subarray(0, at % bytes.length)), base: 0 };
  expect(() => joinPostings([tail])).toThrow(UnreadablePacking);
});

law("bytes that end early cannot be read", fc.tuple(postings, fc.nat()), ([given, at]) => {
  const bytes = packPostings(given);
  expect(() => unpackPostings(bytes.subarray(0, at % bytes.length))).toThrow(UnreadablePacking);
});

law("any bytes are read, or refused as unreadable", fc.uint8Array({ maxLength: 60 }), (bytes) => {
  try {
    unpackChanges({ firstSequence: 1, bytes });
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadablePacking);
  }
});

test("balances are counted back from the one after the last posting", () => {
  const given = [5n, -3n].map((moved, index) => ({ sequence: index + 1, leg: 0, kind: 1, amount: moved }));
  expect(withBalances(given, 12n).map(({ balance }) => balance)).toEqual([15n, 12n]);
});
