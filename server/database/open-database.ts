import type { EntityManager } from "typeorm";
import type { Dialect, DialectName } from "./dialect.ts";
import type { DatabaseStopped } from "./unavailable.ts";

/** Kinds of databases, as OpenTelemetry names them. */
export type DatabaseSystem = "sqlite" | "mysql" | "mariadb";

/** An open database of any dialect, with an up-to-date schema. */
export interface OpenDatabase<Name extends DialectName> {
  readonly dialect: Dialect<Name>;
  readonly system: DatabaseSystem;
  /** For reads outside a transaction. Writes go through `transact`. */
  readonly manager: EntityManager;
  /**
   * Runs the work in its own transaction: all of it is stored durably, or, when it rejects, none of it.
   *
   * On SQLite the transactions run one after the other. On MySQL they run concurrently, and each of their statements
   * sees what others have committed: what must not change between a read and a write is locked by the read, or written
   * under a condition. Work that the database aborted because of another's locks is repeated, so it must have no effect
   * outside the database. After a failed statement there is no other, and nothing is stored. The work may use only its
   * own manager: reads with the other one wait until the transaction has ended.
   *
   * @throws DatabaseUnavailable when the database cannot be reached, or the connection was lost meanwhile.
   */
  transact<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result>;
  /**
   * Resolves when the database has closed itself, because it could no longer guarantee that acknowledged changes are
   * stored.
   */
  readonly stopped: Promise<DatabaseStopped>;
  /** Waits for the current transactions and closes the database. */
  close(): Promise<void>;
}
