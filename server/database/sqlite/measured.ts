import type { QueryRunner } from "typeorm";
import type { DatabaseMeasurements } from "../measurements.ts";
import { type Operation, operationOf } from "../operation.ts";

/** Measures each statement of a runner. */
export function measureStatements(
  runner: Pick<QueryRunner, "query">,
  measurements: DatabaseMeasurements | undefined,
): void {
  if (measurements === undefined) return;
  const { query } = runner;
  // A function of its own `this`: transactions have runners that inherit from the measured one.
  async function measured(this: QueryRunner, ...statement: Parameters<typeof query>): Promise<unknown> {
    const startedMs = performance.now();
    let hasFailed = true;
    try {
      const result = await query.apply(this, statement);
      hasFailed = false;
      return result;
    } finally {
      measurements?.operation(operationOf(statement[0]), startedMs, hasFailed);
    }
  }
  runner.query = measured as typeof query;
}

/** Measures work on the connection itself, which executes it at once. */
export function measuredWork<Result>(
  measurements: DatabaseMeasurements | undefined,
  operation: Operation,
  work: () => Result,
): Result {
  if (measurements === undefined) return work();
  const startedMs = performance.now();
  let hasFailed = true;
  try {
    const result = work();
    hasFailed = false;
    return result;
  } finally {
    measurements.operation(operation, startedMs, hasFailed);
  }
}
