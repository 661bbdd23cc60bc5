package io.platonic.client;

/** Observes each attempt of each call: the place to attach logs, metrics and traces. */
@FunctionalInterface
public interface AttemptHook {
  /**
   * Handles that an attempt has ended. Runs on a thread that reads answers, so it must be quick. Its exceptions do not
   * change the call; they are passed to the thread's handler of uncaught exceptions.
   *
   * @param attempt the attempt
   */
  void attempted(Attempt attempt);
}
