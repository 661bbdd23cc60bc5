package io.platonic.client.internal.payments;

import io.platonic.client.internal.calls.Failure;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.regex.Pattern;

/** Makes and checks ids of transactions. */
public final class TransactionIds {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private TransactionIds() {}

  /** Makes a UUID of version 7 (RFC 9562), which sorts by time. */
  public static String next(long nowMs) {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    ByteBuffer view = ByteBuffer.wrap(bytes);
    long low = view.getLong(8) & 0x3fff_ffff_ffff_ffffL | 0x8000_0000_0000_0000L;
    return new UUID(nowMs << 16 | 0x7000 | view.getLong(0) & 0xfff, low).toString();
  }

  /** Returns the id that the caller gives, or a new one. */
  public static String given(String id, long nowMs) {
    return id.isEmpty() ? next(nowMs) : checked(id, "id");
  }

  /** Returns the id, which is a UUID in lower case; otherwise the parameter with this name is invalid. */
  static String checked(String id, String parameter) {
    if (UUID_TEXT.matcher(id).matches()) return id;
    throw Failure.ofParameter(parameter, "the id of a transaction is a UUID in lower case, which " + id + " is not");
  }

  /** Returns the time in ms that an id of version 7 has; 0 for others. */
  static long timeOf(String id) {
    return id.charAt(14) == '7' ? UUID.fromString(id).getMostSignificantBits() >>> 16 : 0;
  }
}
