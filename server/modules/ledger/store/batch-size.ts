/** Adapts the size of batches that block the event loop while they are written. */
export interface Pace {
  readonly size: number;
  /** Records the duration of a batch. */
  record(count: number, elapsedMs: number): void;
}

/** Aims at a duration of a batch, with a lower bound below which the commit would dominate. */
export function createBatchSizer(aimMs: number): Pace {
  let size = first;
  return {
    get size() {
      return size;
    },
    record(count, elapsedMs) {
      // The duration of a small batch is mostly the commit, and does not predict that of a large one.
      if (count < least) return;
      const fitting = (count * aimMs) / elapsedMs;
      // Smoothed, since a single commit may be slow because of the disk or a checkpoint.
      size = Math.round(Math.min(most, Math.max(least, size + (fitting - size) / 4)));
    },
  };
}

const first = 256;
const least = 128;
const most = 1_000;
