/** How many requests a batch may have that keeps the process from anything else while it is written. */
export interface Pace {
  readonly size: number;
  /** Takes in how long so many have taken. */
  record(count: number, elapsedMs: number): void;
}

/** So many that they take about this long, and never so few that the commit is most of their time. */
export function createPace(aimMs: number): Pace {
  let size = first;
  return {
    get size() {
      return size;
    },
    record(count, elapsedMs) {
      // What few of them have taken is mostly the commit, and says nothing of many.
      if (count < least) return;
      const fitting = (count * aimMs) / elapsedMs;
      // By and by: one commit that the disk has kept, or that was brought into place, is not the next one's time.
      size = Math.round(Math.min(most, Math.max(least, size + (fitting - size) / 4)));
    },
  };
}

const first = 256;
const least = 128;
const most = 1_000;
