import fc from "fast-check";
import { lawSeed } from "./seed.ts";

/** Number of inputs of a law: `LAW_RUNS`, or 50. The gate tries 200. */
export const lawRuns = Number(process.env["LAW_RUNS"] ?? 50);

/** Returns the number of inputs for a law of this effort, and their seed. */
export function runsOf(effort: number): { readonly seed: number; readonly numRuns: number } {
  return { seed: lawSeed, numRuns: Math.max(1, Math.ceil(lawRuns / effort)) };
}

/**
 * @throws Error with the seed that repeats the inputs, and the smallest counterexample, unless the law held for all of
 *   them
 */
export function requireHeld<T>(outcome: fc.RunDetails<T>): void {
  if (!outcome.failed) return;
  const repeat = `LAW_SEED=${lawSeed} LAW_RUNS=${lawRuns} repeats this.`;
  throw new Error(`${repeat}\n${fc.defaultReportMessage(outcome)}`, { cause: outcome.errorInstance });
}
