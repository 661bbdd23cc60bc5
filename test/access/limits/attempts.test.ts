import { describe, expect, test } from "vitest";
import { createAttempts } from "../../../server/access/limits/attempts.ts";

function house() {
  const clock = { ms: 1_000_000 };
  const attempts = createAttempts({ failuresMax: 3, windowMs: 60_000, now: () => clock.ms });
  const refusal = (who: string) => {
    try {
      attempts.refuse(who);
      return undefined;
    } catch (error) {
      return (error as { facts: { retryAfterSeconds: number } }).facts.retryAfterSeconds;
    }
  };
  return { clock, attempts, refusal };
}

describe("failures", () => {
  test("are borne up to the bound, and then refused for the rest of the window", () => {
    const { clock, attempts, refusal } = house();
    for (let failure = 0; failure < 3; failure += 1) {
      expect(refusal("eve")).toBeUndefined();
      attempts.fail("eve");
    }
    expect(refusal("eve")).toBe(60);
    clock.ms += 59_999;
    expect(refusal("eve")).toBe(1);
    clock.ms += 1;
    expect(refusal("eve")).toBeUndefined();
  });

  test("of one lock out no other", () => {
    const { attempts, refusal } = house();
    for (let failure = 0; failure < 5; failure += 1) attempts.fail("ada 198.51.100.1");
    expect(refusal("ada 203.0.113.1")).toBeUndefined();
  });

  test("are forgotten when the clock was set back", () => {
    const { clock, attempts, refusal } = house();
    for (let failure = 0; failure < 3; failure += 1) attempts.fail("eve");
    clock.ms -= 1;
    expect(refusal("eve")).toBeUndefined();
  });

  test("of very many fill no memory: the oldest are forgotten", () => {
    const { attempts, refusal } = house();
    for (let failure = 0; failure < 3; failure += 1) attempts.fail("first");
    for (let other = 0; other < 100_000; other += 1) attempts.fail(`other ${other}`);
    expect(refusal("first")).toBeUndefined();
  });
});
