import fc from "fast-check";
import { expect, test } from "vitest";
import { changesIn, packChanges } from "../../../../../server/modules/ledger/domain/accounts/packed-changes.ts";
import { unpackPostings } from "../../../../../server/modules/ledger/domain/accounts/packed-postings.ts";
import type {
  AccountCheckpoint,
  PostingPage,
} from "../../../../../server/modules/ledger/engine/checkpoint/caught-up.ts";
import { Checkpoints } from "../../../../../server/modules/ledger/engine/checkpoint/checkpoints.ts";
import { law } from "../../../../support/laws/law.ts";

/** Rows and pages as a database would keep them, written by the batches of one process. */
class Stored {
  readonly rows = new Map<number, AccountCheckpoint>();
  readonly pages: PostingPage[] = [];
  readonly balances = new Map<number, bigint>();
  readonly checkpoints: Checkpoints;
  number = 0;
  sequence = 0;

  constructor(checkpointEntries: number) {
    this.checkpoints = new Checkpoints(checkpointEntries);
  }

  /** Writes a batch in which each account gets one. */
  write(ids: readonly number[]): void {
    const firstSequence = this.sequence + 1;
    const byId = Map.groupBy(ids, (id) => id);
    const changes = [...byId.keys()]
      .sort((a, b) => a - b)
      .map((id) => {
        const postings = ids.flatMap((each, index) =>
          each === id ? [{ sequence: firstSequence + index, leg: 0, kind: 1, amount: 1n }] : [],
        );
        const balance = (this.balances.get(id) ?? 0n) + BigInt(postings.length);
        this.balances.set(id, balance);
        return { id, balance, spentDay: 0, spent: 0n, postings };
      });
    this.sequence += ids.length;
    const bytes = packChanges(firstSequence, changes);
    const packed = { number: ++this.number, firstSequence, lastSequence: this.sequence, bytes };
    const swept = this.checkpoints.next(ids.length);
    for (const id of swept.ids) {
      const own = changesIn(packed).find((change) => change.id === id);
      const caught = this.checkpoints.caughtUp(this.row(id), own);
      if (caught === undefined) continue;
      this.rows.set(id, caught.row);
      this.pages.push(...caught.pages);
    }
    this.checkpoints.written(packed, swept);
  }

  row(id: number): AccountCheckpoint {
    return this.rows.get(id) ?? { id, balance: 0n, spentDay: 0, spent: 0n, asOf: null, tail: null };
  }
}

const batches = fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }), { maxLength: 60 });

law("an account is its row and the changes since, whichever rows were brought up to date", batches, (given) => {
  const stored = new Stored(16);
  for (const ids of given) stored.write(ids);
  const { recent } = stored.checkpoints;
  for (const [id, balance] of stored.balances) {
    const { asOf, tail, balance: ofRow } = stored.row(id);
    expect(recent.sums(id, asOf)?.balance ?? ofRow).toBe(balance);
    const placed = [
      ...stored.pages.filter(({ account }) => account === id).flatMap(({ postings }) => unpackPostings(postings)),
      ...(tail === null ? [] : unpackPostings(tail)),
      ...[...recent.earliestSince(id, asOf)].flatMap(({ postings }) => postings),
    ].map(({ sequence }) => sequence);
    const expected = given.flat().flatMap((each, index) => (each === id ? [index + 1] : []));
    expect(placed).toEqual(expected);
  }
});

test("changes are kept for two rounds at most, whatever the size of batches", () => {
  for (const size of [1, 7, 100, 1_000]) {
    const stored = new Stored(100);
    for (let written = 0; written < 20_000; written += size) {
      stored.write(Array.from({ length: size }, (_, index) => 1 + ((written + index) % 90)));
      // The batch itself, and those that the next ones remove.
      expect(stored.checkpoints.recent.entries).toBeLessThanOrEqual(Math.max(200, 3 * size) + 8 * size);
    }
  }
});

test("a process that follows others forgets a ledger that was replaced", () => {
  const { checkpoints } = new Stored(10);
  const bytes = packChanges(1, [{ id: 1, balance: 5n, spentDay: 0, spent: 0n, postings: [] }]);
  checkpoints.follow([{ number: 7, firstSequence: 20, lastSequence: 22, bytes }], 7);
  expect(checkpoints.behind(9, true)).toBe(7);
  expect(checkpoints.recent.has(1)).toBe(true);
  expect(checkpoints.behind(3, true)).toBe(0);
  expect(checkpoints.recent.has(1)).toBe(false);
});
