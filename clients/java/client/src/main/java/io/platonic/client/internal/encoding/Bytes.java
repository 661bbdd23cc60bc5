package io.platonic.client.internal.encoding;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Functions of bytes. */
public final class Bytes {
  private Bytes() {}

  public static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (byte[] part : parts) whole.writeBytes(part);
    return whole.toByteArray();
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Encodes an unsigned number in 4 bytes, big-endian. */
  public static byte[] u32(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  /** Encodes an unsigned number in 8 bytes, big-endian. */
  public static byte[] u64(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }

  public static String base64url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Decodes base64url. Throws IllegalArgumentException for anything else. */
  public static byte[] fromBase64url(String text) {
    return Base64.getUrlDecoder().decode(text);
  }

  public static byte[] sha256(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) digest.update(part);
      return digest.digest();
    } catch (GeneralSecurityException absent) {
      throw new IllegalStateException("this platform lacks SHA-256", absent);
    }
  }

  public static byte[] hmacSha256(byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      for (byte[] part : parts) mac.update(part);
      return mac.doFinal();
    } catch (GeneralSecurityException absent) {
      throw new IllegalStateException("this platform lacks HMAC-SHA-256", absent);
    }
  }

  /** Derives 32 bytes by HKDF-SHA-256 (RFC 5869). */
  public static byte[] hkdfSha256(byte[] secret, byte[] salt, byte[] info) {
    return hmacSha256(hmacSha256(salt, secret), info, new byte[] {1});
  }
}
