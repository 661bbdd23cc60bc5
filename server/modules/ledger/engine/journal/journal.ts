import type { Finding } from "../replay/audit.ts";
import type { Acknowledged } from "./acknowledged.ts";

/** Port: keeps what callers are told, beside a database that may lose it. */
export interface Journal {
  /**
   * Resolves if a batch may be written: what it will tell can be kept, as far as is known.
   *
   * @throws DatabaseUnavailable
   */
  ready(): Promise<void>;
  /**
   * Stores results durably, before they are told.
   *
   * @throws DatabaseUnavailable if they cannot be kept; then they must not be told, although they are stored
   */
  keep(acknowledged: Acknowledged): Promise<void>;
  /** Notes that the database was away: it may have lost something. */
  databaseLost(): void;
}

/** Port: compares what this process has told its callers with what the database holds. */
export interface Reconciliation {
  /**
   * Compares everything that is kept, makes again what was lost and is signed, and returns what does not hold as it was
   * told and was not dismissed.
   */
  compare(): Promise<Finding[]>;
  /** Forgets losses by their ids, and damaged files by their names. Returns how many were found. */
  dismiss(ids: readonly string[]): Promise<number>;
  close(): Promise<void>;
}
