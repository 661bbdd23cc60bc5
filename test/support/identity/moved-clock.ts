import { afterAll, afterEach, beforeAll, vi } from "vitest";

/** A clock that tests move. */
export interface MovedClock {
  /** Time by which the clock of this process, and so of its servers, is ahead; 0 again after each test. */
  aheadMs: number;
}

/** Has the clock of this process follow one that the tests of a file move. Call it before a server starts, which keeps the function. */
export function movedClock(): MovedClock {
  const clock = { aheadMs: 0 };
  const realNow = Date.now;
  beforeAll(() => {
    vi.spyOn(Date, "now").mockImplementation(() => realNow() + clock.aheadMs);
  });
  afterEach(() => {
    clock.aheadMs = 0;
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });
  return clock;
}
