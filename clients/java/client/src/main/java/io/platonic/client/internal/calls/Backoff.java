package io.platonic.client.internal.calls;

/** Computes waits between attempts. */
public final class Backoff {
  private static final long FIRST_MS = 100;
  private static final long MOST_MS = 30_000;

  private Backoff() {}

  /**
   * Returns the wait after a failure: 100 ms, doubled with each earlier failure, of which a random half to whole is
   * waited, and never less than the service asks for.
   *
   * @param failures earlier failures in succession
   * @param random in [0, 1)
   */
  public static long waitMs(int failures, double random, Failure failure) {
    long whole = Math.min(MOST_MS, FIRST_MS << Math.min(failures, 16));
    long asked = failure == null ? 0 : failure.retryAfter().map(wait -> Times.atMost(wait).toMillis()).orElse(0L);
    return Math.max(asked, Math.round(whole * (0.5 + random / 2)));
  }
}
