import fc from "fast-check";
import { test } from "vitest";
import { lawSeed as seed } from "./seed.ts";

const runs = Number(process.env["LAW_RUNS"] ?? 200);

/** `law` for asynchronous checks. */
export function asyncLaw<T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  check: (value: T) => Promise<void>,
  effort = 1,
): void {
  test(name, async () => {
    const numRuns = Math.max(1, Math.ceil(runs / effort));
    const outcome = await fc.check(fc.asyncProperty(arbitrary, check), { seed, numRuns });
    if (outcome.failed) {
      throw new Error(`LAW_SEED=${seed} LAW_RUNS=${runs} repeats this.\n${fc.defaultReportMessage(outcome)}`, {
        cause: outcome.errorInstance,
      });
    }
  });
}
