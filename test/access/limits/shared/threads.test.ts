import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { HeldUses } from "../../../../server/access/limits/held-uses.ts";
import { openSharedCounts, type SharedCounts } from "../../../../server/access/limits/shared-counts.ts";
import type { Calls } from "./calling-thread.ts";
import type { Taking } from "./taking-thread.ts";

const program = new URL("./calling-thread.ts", import.meta.url);

interface Told {
  readonly remaining: number[];
  readonly refused: string[];
  readonly mostInProgress: number;
}

/** Has three threads call at once for the same principal. */
async function callFrom(counts: SharedCounts, given: Partial<Calls>) {
  const seen = new SharedArrayBuffer(8);
  const workers = [1, 2, 3].map((thread) => {
    const memory = counts.memoryOf("key:a");
    const limits = { calls: 100, requestsPerMinute: 60, concurrentRequests: 1_000, keepsPlaces: false };
    return new Worker(program, {
      workerData: { memory, thread, threads: 3, seen, ...limits, ...given } satisfies Calls,
    });
  });
  const told = await Promise.all(workers.map(async (worker) => (await once(worker, "message"))[0] as Told));
  return {
    workers,
    remaining: told.flatMap(({ remaining }) => remaining).sort((one, other) => other - one),
    refused: told.flatMap(({ refused }) => refused),
    mostInProgress: Math.max(...told.map((one) => one.mostInProgress)),
  };
}

test("of 300 calls that come at once on three threads, a plan of 60 a minute lets 60 pass, each told another rest", async () => {
  const counts = openSharedCounts(3);
  const { remaining, refused } = await callFrom(counts, {});
  expect(remaining).toEqual(Array.from({ length: 60 }, (_, n) => 59 - n));
  expect(refused).toHaveLength(240);
  counts.close();
});

test("of 300,000 calls on three threads, a plan of 123,456 a minute lets as many pass", async () => {
  const counts = openSharedCounts(3);
  const { remaining } = await callFrom(counts, { calls: 100_000, requestsPerMinute: 123_456 });
  expect(remaining).toHaveLength(123_456);
  expect(new Set(remaining).size).toBe(123_456);
  counts.close();
});

test("never are there more calls at once than the plan allows over three threads, and no place is lost", async () => {
  const counts = openSharedCounts(3);
  const { mostInProgress, remaining } = await callFrom(counts, {
    calls: 500_000,
    requestsPerMinute: 10_000_000,
    concurrentRequests: 2,
  });
  expect(mostInProgress).toBeLessThanOrEqual(2);
  expect(remaining).not.toEqual([]);
  expect(counts.open("key:a").places.taken).toBe(0);
  counts.close();
});

test("the places of a thread that is ended are free again", async () => {
  const counts = openSharedCounts(3);
  const { workers, remaining } = await callFrom(counts, { calls: 10, concurrentRequests: 30, keepsPlaces: true });
  expect(remaining).toHaveLength(30);
  const { places } = counts.open("key:a");
  expect(places.take(30)).toBe("full");
  await workers[0]?.terminate();
  counts.lose(1);
  expect(places.taken).toBe(20);
  expect(places.take(30)).toBe("taken");
  await Promise.all(workers.map((worker) => worker.terminate()));
  counts.close();
});

test("of uses that the main thread adds and takes out again while three threads take them, each is made or taken out once", async () => {
  const [memory, signs] = [new SharedArrayBuffer(HeldUses.bytes), new SharedArrayBuffer(8)];
  const workers = Array.from({ length: 3 }, () => {
    return new Worker(new URL("./taking-thread.ts", import.meta.url), {
      workerData: { memory, signs } satisfies Taking,
    });
  });
  const told = workers.map(async (worker) => (await once(worker, "message"))[0] as number);
  const [held, cells] = [new HeldUses(memory), new Int32Array(signs)];
  for (let here = 0; here < 3; here = Atomics.load(cells, 0)) Atomics.wait(cells, 0, here, 10);
  const sums = { granted: 0, takenOut: 0, made: 0 };
  let known = 0;
  for (let round = 0; round < 200_000; round++) {
    if (round % 3 === 2) {
      const count = held.takeOut();
      sums.takenOut += count;
      sums.made += known - count;
      known = 0;
    } else {
      const lease = { granted: round % 7, left: 0, endsAtMs: 60_000, isSameWindow: true, lowBelow: 0 };
      const [before, after] = held.hold(lease);
      sums.granted += lease.granted;
      sums.made += known - before;
      known = after;
    }
  }
  const last = held.takeOut();
  sums.made += known - last;
  Atomics.store(cells, 1, 1);
  const taken = (await Promise.all(told)).reduce((sum, count) => sum + count, 0);
  expect(taken).toBeGreaterThan(0);
  expect(sums.takenOut).toBeGreaterThan(0);
  expect(sums.made).toBe(taken);
  expect(taken + sums.takenOut + last).toBe(sums.granted);
});
