import { expect, it } from "vitest";
import { type LevelFall, levelAt, levelEndsMs } from "../../server/core/level-expiry.ts";

const falls: LevelFall[] = [
  [1_000, 3],
  [2_000, 1],
];

it("a level falls at each of its times, to the millisecond", () => {
  const at = [999, 1_000, 1_999, 2_000, 9_000].map((nowMs) => levelAt(4, falls, nowMs));
  expect(at).toEqual([4, 3, 3, 1, 1]);
});

it("a level that was lowered meanwhile does not rise by a fall", () => {
  expect(levelAt(2, falls, 1_500)).toBe(2);
  expect(levelAt(0, falls, 9_000)).toBe(0);
});

it("a level ends at the first fall below it", () => {
  expect([4, 3, 2, 1, 0].map((level) => levelEndsMs(level, falls))).toEqual([
    1_000,
    2_000,
    2_000,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]);
});
