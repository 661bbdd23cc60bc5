import { describe, expect, test } from "vitest";
import { createFixedWindowLimiter } from "../../../server/core/fixed-window/fixed-window-limiter.ts";

/** A limiter and its clock. `check` and `consume` return the seconds to wait, undefined if the use is allowed. */
function limiterOf(countMax: number) {
  const clock = { ms: 1_000_000 };
  const limiter = createFixedWindowLimiter({ countMax, windowMs: 60_000, now: () => clock.ms });
  const waitOf = (use: () => void) => {
    try {
      use();
      return undefined;
    } catch (error) {
      return (error as { facts: { retryAfterSeconds: number } }).facts.retryAfterSeconds;
    }
  };
  return {
    clock,
    limiter,
    check: (key: string) => waitOf(() => limiter.check(key)),
    consume: (key: string, count: number) => waitOf(() => limiter.consume(key, count)),
  };
}

describe("uses that are checked first and recorded later", () => {
  test("are allowed up to the bound, and rejected for the rest of the window", () => {
    const { clock, limiter, check } = limiterOf(3);
    for (let failure = 0; failure < 3; failure += 1) {
      expect(check("eve")).toBeUndefined();
      limiter.record("eve");
    }
    expect(check("eve")).toBe(60);
    clock.ms += 59_999;
    expect(check("eve")).toBe(1);
    clock.ms += 1;
    expect(check("eve")).toBeUndefined();
  });

  test("are counted per key", () => {
    const { limiter, check } = limiterOf(3);
    for (let failure = 0; failure < 5; failure += 1) limiter.record("ada 198.51.100.1");
    expect(check("ada 203.0.113.1")).toBeUndefined();
  });

  test("are forgotten when the clock is set back", () => {
    const { clock, limiter, check } = limiterOf(3);
    for (let failure = 0; failure < 3; failure += 1) limiter.record("eve");
    clock.ms -= 1;
    expect(check("eve")).toBeUndefined();
  });

  test("of very many keys use bounded memory: the oldest are forgotten", () => {
    const { limiter, check } = limiterOf(3);
    for (let failure = 0; failure < 3; failure += 1) limiter.record("first");
    for (let other = 0; other < 100_000; other += 1) limiter.record(`other ${other}`);
    expect(check("first")).toBeUndefined();
  });
});

describe("uses that are consumed", () => {
  test("are allowed up to the bound in a window, which begins with a first use", () => {
    const { clock, consume } = limiterOf(5);
    expect([consume("ada", 3), consume("ada", 2), consume("ada", 1)]).toEqual([undefined, undefined, 60]);
    expect(consume("eve", 5)).toBeUndefined();
    clock.ms += 59_999;
    expect(consume("ada", 1)).toBe(1);
    clock.ms += 1;
    expect(consume("ada", 5)).toBeUndefined();
  });

  test("do not count when they are rejected", () => {
    const { consume } = limiterOf(5);
    const waits = [consume("ada", 6), consume("ada", 4), consume("ada", 2), consume("ada", 1)];
    expect(waits).toEqual([60, undefined, 60, undefined]);
  });

  test("are forgotten when the clock is set back by any time", () => {
    const { clock, consume } = limiterOf(5);
    consume("ada", 5);
    clock.ms -= 3_600_000;
    expect(consume("ada", 5)).toBeUndefined();
  });
});

test("the error says what was exceeded and how long to wait", () => {
  const bounds = { countMax: 1, windowMs: 60_000, now: () => 1_000_000 };
  const sentences = [undefined, "An identity may try 1 transactions a minute"].map((exceeded) => {
    const limiter = createFixedWindowLimiter({ ...bounds, ...(exceeded !== undefined && { exceeded }) });
    try {
      limiter.consume("ada", 2);
    } catch (error) {
      return [(error as { reason: string }).reason, (error as Error).message];
    }
    return [];
  });
  expect(sentences).toEqual([
    ["RATE_LIMIT_EXCEEDED", "Too many failures; try again in 60 s."],
    ["RATE_LIMIT_EXCEEDED", "An identity may try 1 transactions a minute; try again in 60 s."],
  ]);
});
