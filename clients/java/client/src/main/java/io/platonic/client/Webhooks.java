package io.platonic.client;

import io.platonic.client.internal.encoding.Bytes;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Verifies webhooks offline, by the rules of Standard Webhooks. */
public final class Webhooks {
  private static final long TOLERANCE_SECONDS = Duration.ofMinutes(5).toSeconds();
  private static final String PREFIX = "whsec_";

  private Webhooks() {}

  /**
   * Verifies that a message was posted by the service within the last five minutes. Deal with each {@code webhook-id} once:
   * messages come at least once.
   *
   * @param secrets secrets of the endpoint, {@code whsec_…}: one, or two while they are rotated
   * @param headers headers of the message, in any case
   * @param body the message as it came
   * @param now the time
   * @throws BadWebhookException if it was not, or not in time
   * @throws IllegalArgumentException if a secret is none
   */
  public static void verify(List<String> secrets, Map<String, String> headers, byte[] body, Instant now) {
    Map<String, String> named = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    named.putAll(headers);
    String id = required(named, "webhook-id");
    String sentAt = required(named, "webhook-timestamp");
    String signatures = required(named, "webhook-signature");
    if (!sentAt.matches("\\d{1,12}")) throw new BadWebhookException("webhook-timestamp is no number of seconds");
    if (Math.abs(now.getEpochSecond() - Long.parseLong(sentAt)) >= TOLERANCE_SECONDS) {
      throw new BadWebhookException("the webhook was sent more than five minutes before or after this clock's time");
    }
    byte[] head = Bytes.utf8(id + "." + sentAt + ".");
    boolean isGood = false;
    for (String secret : secrets) {
      byte[] expected = Bytes.utf8("v1," + encoded(Bytes.hmacSha256(keyOf(secret), head, body)));
      for (String given : signatures.split(" ")) isGood |= MessageDigest.isEqual(expected, Bytes.utf8(given));
    }
    if (!isGood) throw new BadWebhookException("no signature of the webhook is by a secret of this endpoint");
  }

  private static String required(Map<String, String> headers, String name) {
    String value = headers.get(name);
    if (value == null || value.isEmpty()) throw new BadWebhookException("the header " + name + " is missing");
    return value;
  }

  private static byte[] keyOf(String secret) {
    try {
      String text = secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret;
      byte[] key = Base64.getDecoder().decode(text);
      if (key.length > 0) return key;
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException("a secret of a webhook is whsec_ and base64", malformed);
    }
    throw new IllegalArgumentException("a secret of a webhook must not be empty");
  }

  private static String encoded(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
