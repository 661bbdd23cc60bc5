package io.platonic.client.internal.calls;

/** The repetitions that a client may make, so that it does not multiply the load of a service that fails. */
public final class Budget {
  /** In tenths of a repetition. */
  private static final int FIRST = 100;
  private static final int MOST = 1_000;
  private static final int REPETITION = 10;

  private int left = FIRST;

  /** Counts a call that has succeeded: ten of them are worth a repetition. */
  public synchronized void earn() {
    left = Math.min(MOST, left + 1);
  }

  public synchronized boolean isEmpty() {
    return left < REPETITION;
  }

  /** Takes a repetition out of the budget. Returns whether there was one. */
  public synchronized boolean spend() {
    if (left < REPETITION) return false;
    left -= REPETITION;
    return true;
  }
}
