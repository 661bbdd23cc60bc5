import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBatchSizer } from "../../../../server/modules/ledger/store/batch-size.ts";

/** Batch size after 100 batches of that size, each of which takes `commitMs` plus `requestMs` per request. */
function sizeAfterMany(commitMs: number, requestMs: number): number {
  const pace = createBatchSizer(10);
  for (let batch = 0; batch < 100; batch++) pace.record(pace.size, commitMs + pace.size * requestMs);
  return pace.size;
}

describe("the pace of batches", () => {
  it("converges to the batch size that takes the target time", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.012, max: 0.07, noNaN: true }), (requestMs) => {
        const elapsedMs = 1 + sizeAfterMany(1, requestMs) * requestMs;
        expect(elapsedMs).toBeGreaterThan(9);
        expect(elapsedMs).toBeLessThan(11);
      }),
    );
  });

  it("is at least 128 on a slow disk, and at most 1,000 on a fast one", () => {
    expect(sizeAfterMany(500, 1)).toBe(128);
    expect(sizeAfterMany(0, 0.000_001)).toBe(1_000);
  });

  it("is not changed by small batches", () => {
    const pace = createBatchSizer(10);
    const { size } = pace;
    for (let batch = 0; batch < 100; batch++) pace.record(1, 50);
    expect(pace.size).toBe(size);
  });
});
