import { expect, test } from "vitest";
import { createAllowance } from "../../../server/access/limits/allowance.ts";

function house() {
  const clock = { ms: 1_000_000 };
  const allowance = createAllowance({ most: 5, windowMs: 60_000, now: () => clock.ms });
  /** The seconds to wait; nothing when there is no need to. */
  const take = (who: string, count: number) => {
    try {
      allowance.take(who, count);
      return undefined;
    } catch (error) {
      return (error as { facts: { retryAfterSeconds: number } }).facts.retryAfterSeconds;
    }
  };
  return { clock, take };
}

test("everybody may do so much in a window, which begins with a first use", () => {
  const { clock, take } = house();
  expect([take("ada", 3), take("ada", 2), take("ada", 1)]).toEqual([undefined, undefined, 60]);
  expect(take("eve", 5)).toBeUndefined();
  clock.ms += 59_999;
  expect(take("ada", 1)).toBe(1);
  clock.ms += 1;
  expect(take("ada", 5)).toBeUndefined();
});

test("what is refused does not count", () => {
  const { take } = house();
  expect([take("ada", 6), take("ada", 4), take("ada", 2), take("ada", 1)]).toEqual([60, undefined, 60, undefined]);
});

test("a clock that is set back makes no window longer", () => {
  const { clock, take } = house();
  take("ada", 5);
  clock.ms -= 3_600_000;
  expect(take("ada", 5)).toBeUndefined();
});
