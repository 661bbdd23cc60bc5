/** A change of what a principal may do, such as the end of one of its sessions. */
export interface AccessChange {
  readonly id: string;
  readonly principalId: string;
}

/** A reading of the changes. */
export interface ChangeReading {
  /** Time of the reading, by the clock of the database. */
  readonly atMs: number;
  readonly changes: readonly AccessChange[];
}

/** Port: changes that all processes on a database have made. */
export interface AccessChanges {
  /**
   * Returns the changes since a while before an earlier reading, or before now. Successive readings overlap: a change that
   * was made before a reading may have been committed after it.
   */
  readSince(earlierMs: number | undefined): Promise<ChangeReading>;
  /** Removes the changes that nobody will read again. */
  removeOld(): Promise<void>;
}
