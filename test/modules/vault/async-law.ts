import fc from "fast-check";
import { test } from "vitest";
import { lawSeed as seed } from "../../support/laws/seed.ts";

const runs = Number(process.env["LAW_RUNS"] ?? 200);

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
    const outcome = await fc.check(property, { seed, numRuns: runs });
    if (outcome.failed) {
      throw new Error(`LAW_SEED=${seed} LAW_RUNS=${runs} repeats this.\n${fc.defaultReportMessage(outcome)}`, {
        cause: outcome.errorInstance,
      });
    }
  });
}
