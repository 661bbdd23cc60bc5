package io.platonic.client.internal.calls;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.OptionalLong;

/** Reads times: those that callers set, and those of answers. */
public final class Times {
  /** The longest time, as which none counts. */
  public static final Duration MOST = Duration.ofDays(24);

  private Times() {}

  /**
   * Returns the milliseconds of a time, rounded up.
   *
   * @throws IllegalArgumentException if it is not longer than nothing
   */
  public static long ms(String name, Duration time) {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException(name + " must be longer than nothing, and is " + time);
    }
    return atMost(time).plusNanos(999_999).toMillis();
  }

  /** Returns a time that is not negative, and the longest one at most. */
  public static Duration atMost(Duration time) {
    if (time.isNegative()) return Duration.ZERO;
    return time.compareTo(MOST) > 0 ? MOST : time;
  }

  /** Reads a date of HTTP in milliseconds since 1970; empty if an intermediary has written something else, or nothing. */
  public static OptionalLong dateMs(String date) {
    if (date == null) return OptionalLong.empty();
    try {
      return OptionalLong.of(
          ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant().toEpochMilli());
    } catch (DateTimeException malformed) {
      return OptionalLong.empty();
    }
  }
}
