/** Bounds of the journal of acknowledgements. */
export const journalBounds = {
  /** Size after which a new file is started. A batch is not split, so a file may be longer by one. */
  fileBytesMax: 16 * 1024 * 1024,
  /** Age after which a new file is started, so that files of an idle service are also dropped. */
  fileAgeMsMax: 300_000,
  /**
   * Age after which an acknowledgement that the database still has is dropped. By then every synchronised node of a
   * cluster has applied it, and flushed it whatever its settings: nodes flush once a second, and flow control limits
   * their lag to seconds.
   */
  keptMs: 600_000,
  /** Interval of the comparison with the database. */
  compareEveryMs: 60_000,
  /** Longest wait at startup for other processes that start in the same folder. */
  openWaitMs: 10_000,
  /** Bytes that must be free after a failure before batches are written again: more than most batches need. */
  probeBytes: 1024 * 1024,
  /** Ids that are looked up at once. */
  lookupMax: 500,
} as const;
