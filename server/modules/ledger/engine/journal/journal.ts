import type { Finding } from "../replay/audit.ts";
import type { Acknowledged } from "./acknowledged.ts";

/** Port: keeps acknowledgements outside a database that may lose them. */
export interface Journal {
  /**
   * Resolves if a batch may be written, since its acknowledgements can be kept, as far as is known.
   *
   * @throws DatabaseUnavailable
   */
  ready(): Promise<void>;
  /**
   * Stores results durably, before they are acknowledged.
   *
   * @throws DatabaseUnavailable if they cannot be kept; then they must not be acknowledged, although they are stored
   */
  keep(acknowledged: Acknowledged): Promise<void>;
  /** Records that the database was unreachable: it may have lost something. */
  databaseLost(): void;
}

/** Port: compares this process's acknowledgements with the content of the database. */
export interface Reconciliation {
  /**
   * Compares all kept results, reapplies lost ones that are signed, and returns findings about acknowledgements that do
   * not hold and were not dismissed.
   */
  compare(): Promise<Finding[]>;
  /** Removes losses by their ids, and damaged files by their names. Returns how many were found. */
  dismiss(ids: readonly string[]): Promise<number>;
  close(): Promise<void>;
}
