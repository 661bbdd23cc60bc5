/** Numbers of derived rows that differed from what the entries make, or were missing. */
export interface RebuildReport {
  /** Number of batches that were replayed. */
  batches: number;
  /** Number of entries that were replayed. */
  entries: number;
  accounts: number;
  pages: number;
  changes: number;
  holds: number;
  reversals: number;
  /** 1 if the row by which writers take turns was missing. */
  turns: number;
}
