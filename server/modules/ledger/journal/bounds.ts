/** Bounds of the journal of acknowledgements. */
export const journalBounds = {
  /** Size after which a new file is begun. A batch is not split, so a file may be longer by one. */
  fileBytesMax: 16 * 1024 * 1024,
  /** Age after which a new file is begun, so that files of a quiet service are dropped as well. */
  fileAgeMsMax: 300_000,
  /**
   * Age after which an acknowledgement that the database still has is forgotten. By then every node of a cluster that is in
   * step has applied it, and flushed it with whatever setting: nodes flush once a second, and are held back to seconds.
   */
  keptMs: 600_000,
  /** Interval of the comparison with the database. */
  compareEveryMs: 60_000,
  /** Longest wait of a start for other processes that start in the same folder. */
  openWaitMs: 10_000,
  /** Free bytes that there must be after a failure before batches are written again: more than most batches need. */
  probeBytes: 1024 * 1024,
  /** Ids that are looked up at once. */
  lookupMax: 500,
} as const;
