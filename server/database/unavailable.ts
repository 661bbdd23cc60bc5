import { driverErrorOf } from "./driver-error.ts";

/** Reason of the outage when a database cannot be reached. */
export const notAvailable = "the database is not available";

/** The database cannot be reached, or the connection was lost. A later call connects again. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  readonly code = "DATABASE_UNAVAILABLE";
  /** Reason of the outage, as the beginning of a sentence that callers may read. */
  readonly outage: string = notAvailable;
  /** Whether the change may have been stored: the connection was lost while the answer was awaited. */
  readonly mayBeStored: boolean;

  constructor(cause: unknown, mayBeStored = false) {
    super(`The database cannot be reached: ${reasonOf(cause)}${mayBeStored ? "; the change may be stored" : ""}`, {
      cause,
    });
    this.mayBeStored = mayBeStored;
  }
}

/**
 * The database has closed itself, since changes that it acknowledges would not be stored. A restart loses no
 * acknowledged change.
 */
export class DatabaseStopped extends DatabaseUnavailable {
  override readonly outage = "the database has stopped";

  constructor(cause: unknown) {
    super(cause);
    this.message =
      `The database is closed, since a transaction could neither be stored nor undone: ${reasonOf(cause)}. ` +
      "Remove the cause, and start the service again; all that was told as done is there.";
  }
}

/** Returns the reason of an error; one that combines those of several addresses has no message of its own. */
function reasonOf(cause: unknown): string {
  const { message, code } = driverErrorOf(cause);
  return message || code || "no reason given";
}
