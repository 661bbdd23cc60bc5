import { Histogram, secondsBounds } from "../core/metrics/histogram.ts";
import type { Metrics, Sample } from "../core/metrics/metrics.ts";
import type { DatabaseSystem } from "./open-database.ts";
import { type Operation, operations } from "./operation.ts";

/** Number of open connections of a pool. */
export interface PoolCount {
  readonly used: number;
  readonly idle: number;
}

/** Measures statements and pools of connections, here or for another thread. */
export type StatementMeasurements = Pick<DatabaseMeasurements, "operation" | "pool">;

/** Measurements of a thread's statements, and of its pool, since the last ones it sent. */
export interface ToldStatements {
  readonly statements: readonly (readonly [operation: Operation, seconds: number, hasFailed: boolean])[];
  readonly count: PoolCount;
  readonly timeouts: number;
  /** Counts and sum of a histogram of seconds. */
  readonly waits: { readonly counts: Float64Array; readonly sum: number };
}

/** Measures how long users of a pool of connections wait. */
export class PoolMeasurements {
  readonly name: string;
  readonly count: () => PoolCount;
  waits = new Histogram(secondsBounds);
  pending = 0;
  timeouts = 0;
  /** Open connections of the pool of another thread. */
  elsewhere: PoolCount = { used: 0, idle: 0 };

  constructor(name: string, count: () => PoolCount) {
    this.name = name;
    this.count = count;
  }

  /** Open connections of all threads. */
  get total(): PoolCount {
    const { used, idle } = this.count();
    return { used: used + this.elsewhere.used, idle: idle + this.elsewhere.idle };
  }

  /** Notes that somebody waits. Returns a function to be called when the wait ends, with a connection or without. */
  wait(): (hasConnection: boolean) => void {
    const askedMs = performance.now();
    this.pending++;
    return (hasConnection) => {
      this.pending--;
      if (hasConnection) this.waits.record((performance.now() - askedMs) / 1000);
    };
  }
}

/**
 * Measures a database by the semantic conventions of database clients. Failures are told apart by no more than that they
 * are failures: servers have thousands of errors.
 */
export class DatabaseMeasurements {
  readonly #good: ReadonlyMap<Operation, Histogram>;
  readonly #failed: ReadonlyMap<Operation, Histogram>;
  readonly #pools: PoolMeasurements[] = [];
  /** The kind of the database, which a server tells when it is connected. */
  system: DatabaseSystem = "sqlite";

  constructor(metrics: Metrics) {
    const histograms = () => new Map(operations.map((operation) => [operation, new Histogram(secondsBounds)]));
    this.#good = histograms();
    this.#failed = histograms();
    metrics.histogram(
      {
        name: "db.client.operation.duration",
        help: "Duration of statements of the database, by their kind",
        unit: "s",
      },
      () => [
        ...samplesOf(this.system, this.#good, {}),
        ...samplesOf(this.system, this.#failed, { "error.type": "_OTHER" }),
      ],
    );
    this.#offerPools(metrics);
  }

  operation(operation: Operation, startedMs: number, hasFailed: boolean): void {
    this.#record(operation, (performance.now() - startedMs) / 1000, hasFailed);
  }

  /** Adds what the pool of this name has measured in another thread; undefined: that has ended. */
  add(poolName: string, told: ToldStatements | undefined): void {
    for (const statement of told?.statements ?? []) this.#record(...statement);
    const pool = this.#pools.find(({ name }) => name === poolName);
    if (pool === undefined) return;
    pool.elsewhere = told?.count ?? { used: 0, idle: 0 };
    pool.timeouts += told?.timeouts ?? 0;
    if (told !== undefined) pool.waits.add(told.waits.counts, told.waits.sum);
  }

  #record(operation: Operation, seconds: number, hasFailed: boolean): void {
    const histograms = hasFailed ? this.#failed : this.#good;
    histograms.get(operation)?.record(seconds);
  }

  /** Offers a pool of connections. */
  pool(name: string, count: () => PoolCount): PoolMeasurements {
    const pool = new PoolMeasurements(name, count);
    this.#pools.push(pool);
    return pool;
  }

  #offerPools(metrics: Metrics): void {
    const each =
      <Value>(read: (pool: PoolMeasurements) => Value) =>
      (): Sample<Value>[] =>
        this.#pools.map((pool) => ({ labels: { [poolLabel]: pool.name }, value: read(pool) }));
    metrics.gauge(
      { name: "db.client.connection.count", help: "Open connections to the database, by state", unit: "{connection}" },
      () =>
        this.#pools.flatMap(({ name, total }) =>
          Object.entries(total).map(([state, value]) => ({
            labels: { [poolLabel]: name, "db.client.connection.state": state },
            value,
          })),
        ),
    );
    metrics.gauge(
      { name: "db.client.connection.pending_requests", help: "Requests that wait for a connection", unit: "{request}" },
      each(({ pending }) => pending),
    );
    metrics.counter(
      { name: "db.client.connection.timeouts", help: "Requests that got no connection in time", unit: "{timeout}" },
      each(({ timeouts }) => timeouts),
    );
    metrics.histogram(
      { name: "db.client.connection.wait_time", help: "Time to get an open connection", unit: "s" },
      each(({ waits }) => waits),
    );
  }
}

const poolLabel = "db.client.connection.pool.name";

/** Returns the series of the kinds that there were: there is no batch on every database. */
function samplesOf(system: DatabaseSystem, histograms: ReadonlyMap<Operation, Histogram>, labels: Sample["labels"]) {
  return [...histograms].flatMap(([operation, value]): Sample<Histogram>[] =>
    value.count === 0
      ? []
      : [{ labels: { "db.system.name": system, "db.operation.name": operation, ...labels }, value }],
  );
}
