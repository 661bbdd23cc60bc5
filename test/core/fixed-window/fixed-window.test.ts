import fc from "fast-check";
import { expect, it } from "vitest";
import { FixedWindow, secondsLeft } from "../../../server/core/fixed-window/fixed-window.ts";
import { law } from "../../support/laws/law.ts";

const startMs = 1_800_000_000_000;

law(
  "any span of a window's duration holds at most twice the bound",
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(400), { maxLength: 60 })),
  ([max, steps]) => {
    const window = new FixedWindow(1_000);
    let nowMs = startMs;
    const allowed: number[] = [];
    for (const step of steps) {
      nowMs += step;
      if (window.record(nowMs) <= max) allowed.push(nowMs);
      // The span may cover parts of two adjacent windows.
      expect(allowed.filter((atMs) => atMs > nowMs - 1_000).length).toBeLessThanOrEqual(2 * max);
    }
    expect(new FixedWindow(1_000).record(nowMs)).toBe(1);
  },
);

it("a window begins with a first use and ends after its duration, or when the clock is set back", () => {
  const window = new FixedWindow(1_000);
  expect(window.hasEnded(startMs)).toBe(true);
  expect([window.record(startMs), window.record(startMs + 999, 3), window.endsAtMs]).toEqual([1, 4, startMs + 1_000]);
  expect([window.hasEnded(startMs), window.hasEnded(startMs - 1), window.hasEnded(startMs + 1_000)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(window.record(startMs + 1_000)).toBe(1);
});

it("secondsLeft() rounds up to whole seconds, at least one", () => {
  expect([1, 1_000, 1_001, -5].map((ms) => secondsLeft(startMs + ms, startMs))).toEqual([1, 1, 2, 1]);
});
