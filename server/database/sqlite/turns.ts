import type { Database as Connection } from "better-sqlite3";
import type { DatabaseMeasurements, PoolMeasurements } from "../measurements.ts";
import { DatabaseStopped } from "../unavailable.ts";

/**
 * Serialises access to the one connection of a database. A statement between those of a transaction would be part of
 * it, and a read would show changes that may never be stored.
 */
export class Turns {
  /** Resolves when a transaction could not be ended, so that the connection was closed. */
  readonly stopped: Promise<DatabaseStopped>;
  readonly #connection: Connection;
  readonly #stop: (reason: DatabaseStopped) => void;
  #reason: DatabaseStopped | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #used = 0;
  readonly #pool: PoolMeasurements | undefined;

  constructor(connection: Connection, measurements?: DatabaseMeasurements) {
    this.#connection = connection;
    this.#pool = measurements?.pool("main", () => ({ used: this.#used, idle: 1 - this.#used }));
    const { promise, resolve } = Promise.withResolvers<DatabaseStopped>();
    this.stopped = promise;
    this.#stop = resolve;
  }

  /**
   * Does work when all earlier work is done.
   *
   * @throws DatabaseStopped
   */
  take<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const waited = this.#pool?.wait();
    const result = this.#last.then(() => {
      waited?.(true);
      return this.#do(work);
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all queued work is done. */
  async ended(): Promise<void> {
    await this.#last;
  }

  async #do<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#reason !== undefined) throw this.#reason;
    this.#used = 1;
    try {
      const result = await work();
      if (this.#connection.inTransaction) throw new Error("a transaction was left open");
      return result;
    } catch (error) {
      if (this.#connection.inTransaction) throw this.#close(error);
      throw error;
    } finally {
      this.#used = 0;
    }
  }

  /**
   * Closes the connection: all later changes would be part of the transaction, and lost with it. SQLite rolls it back
   * as it closes.
   */
  #close(cause: unknown): DatabaseStopped {
    const reason = new DatabaseStopped(cause);
    this.#reason = reason;
    this.#connection.close();
    this.#stop(reason);
    return reason;
  }
}
