import type { EntityManager } from "typeorm";
import type { Dialect, DialectName } from "./dialect.ts";
import type { DatabaseStopped } from "./unavailable.ts";

/** An open database of whatever dialect. Its schema is up to date. */
export interface OpenDatabase<Name extends DialectName> {
  readonly dialect: Dialect<Name>;
  /** For reads outside a transaction. Writes go through `transact`. */
  readonly manager: EntityManager;
  /**
   * Runs the work in a transaction of its own: all of it is stored durably, or, when it rejects, none of it.
   *
   * On SQLite the transactions come one after the other. On MySQL they run side by side, and each of their statements
   * sees what others have committed: what must not change between a read and a write is locked by the read, or written
   * under a condition. Work that the database broke off because of another's locks is run again, so it must have no
   * effect but on the database. After a statement that failed there is no other, and nothing is stored. Inside it only its
   * own manager may be used: reads by the other one wait until the transaction has ended.
   *
   * @throws DatabaseUnavailable when the database cannot be reached, or was lost on the way.
   */
  transact<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result>;
  /** Resolves when the database has closed itself, since it could not promise any more that what is told as done is stored. */
  readonly stopped: Promise<DatabaseStopped>;
  /** Waits for the transactions under way and closes the database. */
  close(): Promise<void>;
}
