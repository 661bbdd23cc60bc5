package io.platonic.client;

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
   * Returns the settings with a deadline.
   *
   * @param time time for all attempts together
   * @return other settings
   */
  public CallSettings withDeadline(Duration time) {
    if (time.isNegative() || time.isZero()) throw new IllegalArgumentException("a deadline must be longer than nothing");
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
