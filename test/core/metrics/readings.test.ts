import { expect, test } from "vitest";
import { rarely, shared } from "../../../server/core/metrics/readings.ts";

test("concurrent calls share a reading, and a later one reads again", async () => {
  let count = 0;
  const read = shared(async () => ++count);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(2);
});

test("a rare reading is told until its time is over, and one that failed is repeated at once", async () => {
  let nowMs = 0;
  let count = 0;
  const next = async () => {
    if (++count === 2) throw new Error("away");
    return count;
  };
  const read = rarely(next, { everyMs: 60_000, now: () => nowMs });
  expect([await read(), await read()]).toEqual([1, 1]);
  nowMs = 59_999;
  expect(await read()).toBe(1);
  nowMs = 60_000;
  await expect(read()).rejects.toThrow("away");
  expect([await read(), await read()]).toEqual([3, 3]);
});
