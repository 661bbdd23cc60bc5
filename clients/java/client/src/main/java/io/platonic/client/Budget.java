package io.platonic.client;

/** The repetitions that a client may make, so that it does not multiply the load of a service that fails. */
final class Budget {
  /** In tenths of a repetition. */
  private static final int FIRST = 100;
  private static final int MOST = 1_000;
  private static final int REPETITION = 10;

  private int left = FIRST;

  /** Counts a call that has succeeded: ten of them are worth a repetition. */
  synchronized void earn() {
    left = Math.min(MOST, left + 1);
  }

  /** Takes a repetition out of the budget. Returns whether there was one. */
  synchronized boolean spend() {
    if (left < REPETITION) return false;
    left -= REPETITION;
    return true;
  }
}
