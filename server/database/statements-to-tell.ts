import { Histogram, secondsBounds } from "../core/metrics/histogram.ts";
import { type PoolCount, PoolMeasurements, type StatementMeasurements, type ToldStatements } from "./measurements.ts";
import type { Operation } from "./operation.ts";

/** Measures the statements and the pool of a thread until it tells the main thread. */
export class StatementsToTell implements StatementMeasurements {
  #statements: [Operation, number, boolean][] = [];
  #pool = new PoolMeasurements("", () => ({ used: 0, idle: 0 }));

  operation(operation: Operation, startedMs: number, hasFailed: boolean): void {
    this.#statements.push([operation, (performance.now() - startedMs) / 1000, hasFailed]);
  }

  pool(name: string, count: () => PoolCount): PoolMeasurements {
    this.#pool = new PoolMeasurements(name, count);
    return this.#pool;
  }

  /** Returns the measurements since the last call. */
  take(): ToldStatements {
    const { waits, timeouts, count } = this.#pool;
    const told = {
      statements: this.#statements,
      count: count(),
      timeouts,
      waits: { counts: waits.counts, sum: waits.sum },
    };
    this.#statements = [];
    this.#pool.timeouts = 0;
    this.#pool.waits = new Histogram(secondsBounds);
    return told;
  }
}
