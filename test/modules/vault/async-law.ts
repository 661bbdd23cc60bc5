import fc from "fast-check";
import { test } from "vitest";
import { requireHeld, runsOf } from "../../support/laws/runs.ts";

/** Asynchronous `law` about a subject that is prepared once. The check rejects where the promise is broken. */
export function asyncLaw<Subject, T>(
  name: string,
  prepare: () => Promise<Subject>,
  arbitrary: fc.Arbitrary<T>,
  check: (subject: Subject, value: T) => Promise<void>,
): void {
  test(name, async () => {
    const subject = await prepare();
    const property = fc.asyncProperty(arbitrary, (value) => check(subject, value));
    requireHeld(await fc.check(property, runsOf(1)));
  });
}
