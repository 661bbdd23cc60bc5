package io.platonic.client;

import io.platonic.client.internal.calls.Times;
import java.time.Duration;
import java.util.Optional;

/**
 * Terms that a caller sets for calls.
 *
 * @param deadline time for all attempts together; if empty, that which the contract declares for the method
 * @param idempotencyKey key of the call, 22 to 128 visible characters; if empty, a random one where the method takes one
 */
public record CallSettings(Optional<Duration> deadline, Optional<String> idempotencyKey) {
  /** Settings that leave everything to the contract. */
  public static final CallSettings DEFAULT = new CallSettings(Optional.empty(), Optional.empty());

  /**
   * Makes settings.
   *
   * @param deadline time for all attempts together; if empty, that which the contract declares for the method
   * @param idempotencyKey key of the call; if empty, a random one where the method takes one
   * @throws IllegalArgumentException if the deadline is not longer than nothing
   */
  public CallSettings {
    deadline.ifPresent(time -> Times.ms("a deadline", time));
  }

  /**
   * Returns the settings with a deadline. Whatever is beyond 24 days counts as 24 days.
   *
   * @param time time for all attempts together
   * @return other settings
   * @throws IllegalArgumentException if it is not longer than nothing
   */
  public CallSettings withDeadline(Duration time) {
    return new CallSettings(Optional.of(time), idempotencyKey);
  }

  /**
   * Returns the settings with an idempotency key: repeat a call with the same key, and it is executed once.
   *
   * @param key 22 to 128 visible characters
   * @return other settings
   */
  public CallSettings withIdempotencyKey(String key) {
    return new CallSettings(deadline, Optional.of(key));
  }
}
