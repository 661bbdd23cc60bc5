import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { AccessChange, ChangeReading } from "../../server/access/domain/access-changes.ts";
import { followChanges } from "../../server/access/followed-changes.ts";
import { limits } from "../../server/core/limits.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Changes that a test makes, by a clock that shows how often they were read, and who is told of them. */
function follow() {
  const made: AccessChange[] = [];
  const asked: (number | undefined)[] = [];
  const told: string[] = [];
  const reported: unknown[] = [];
  let read = async (): Promise<ChangeReading> => ({ atMs: asked.length, changes: [...made] });
  const followed = followChanges({
    changes: {
      readSince(earlierMs) {
        asked.push(earlierMs);
        return read();
      },
      removeOld: async () => void made.splice(0),
    },
    tell: (principalId) => told.push(principalId),
    report: (error) => reported.push(error),
  });
  onTestFinished(() => followed.close());
  return {
    ...{ made, asked, told, reported, followed },
    passes: (intervals: number) => vi.advanceTimersByTimeAsync(intervals * limits.accessChangesPollMs),
    reads: (next: typeof read) => {
      read = next;
    },
  };
}

const ada = { id: "1", principalId: "identity:ada" };

test("the database is asked only while somebody follows, once for all of them", async () => {
  const { asked, followed, passes } = follow();
  await passes(3);
  expect(asked).toHaveLength(0);
  const stops = [followed.follow(), followed.follow()];
  await passes(2);
  stops[0]?.();
  await passes(1);
  expect(asked).toHaveLength(3);
  stops[1]?.();
  await passes(3);
  expect(asked).toHaveLength(3);
});

test("a change is told once, though readings overlap, and so is one that was committed late", async () => {
  const { made, asked, told, followed, passes } = follow();
  followed.follow();
  made.push(ada);
  await passes(2);
  made.unshift({ id: "0", principalId: "key:1" });
  await passes(2);
  expect(told).toEqual(["identity:ada", "key:1"]);
  expect(asked).toEqual([undefined, 1, 2, 3]);
});

test("several changes of one principal are told once", async () => {
  const { made, told, followed, passes } = follow();
  followed.follow();
  made.push(ada, { ...ada, id: "2" });
  await passes(1);
  expect(told).toEqual(["identity:ada"]);
});

test("whoever begins to follow is told what has changed a moment before", async () => {
  const { made, told, followed, passes } = follow();
  made.push(ada);
  for (const _ of ["first", "second"]) {
    const stop = followed.follow();
    await passes(1);
    stop();
  }
  expect(told).toEqual(["identity:ada", "identity:ada"]);
});

test("the first of several failures is reported, and what was missed is told", async () => {
  const { made, asked, told, reported, followed, passes, reads } = follow();
  followed.follow();
  await passes(1);
  reads(() => Promise.reject(new Error("away")));
  await passes(3);
  expect(reported).toEqual([new Error("away")]);
  made.push(ada);
  reads(async () => ({ atMs: asked.length, changes: made }));
  await passes(1);
  expect(told).toEqual(["identity:ada"]);
  // From where the last reading was that succeeded.
  expect(asked).toEqual([undefined, 1, 1, 1, 1]);
});

test("no reading begins while the previous one waits for the database", async () => {
  const { asked, followed, passes, reads } = follow();
  const { promise, resolve } = Promise.withResolvers<ChangeReading>();
  reads(() => promise);
  followed.follow();
  await passes(4);
  expect(asked).toHaveLength(1);
  resolve({ atMs: 1, changes: [] });
  await passes(1);
  expect(asked).toHaveLength(2);
});
