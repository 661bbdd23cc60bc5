import fc from "fast-check";
import { test } from "vitest";
import { requireHeld, runsOf } from "./runs.ts";

/** Declares a law with an asynchronous check. */
export function asyncLaw<T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  check: (value: T) => Promise<void>,
  effort = 1,
): void {
  test(name, async () => {
    requireHeld(await fc.check(fc.asyncProperty(arbitrary, check), runsOf(effort)));
  });
}
