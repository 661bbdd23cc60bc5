import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AccountChange,
  packChanges,
  unpackChanges,
} from "../../../../server/modules/ledger/domain/accounts/packed-changes.ts";
import {
  packPostings,
  unpackPostings,
  withBalances,
} from "../../../../server/modules/ledger/domain/accounts/packed-postings.ts";
import { UnreadablePacking } from "../../../../server/modules/ledger/domain/accounts/varints.ts";
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
