package io.platonic.client.internal.signatures;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Set;

/** Signs and verifies by Ed25519 (RFC 8032), with keys as bytes. */
public final class Ed25519 {
  private static final int KEY_LENGTH = 32;
  private static final BigInteger PRIME = BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
  /** The y of the points of small order, by which signatures could be valid for many messages. */
  private static final Set<BigInteger> SMALL_ORDER = Set.of(
      BigInteger.ZERO,
      BigInteger.ONE,
      PRIME.subtract(BigInteger.ONE),
      new BigInteger("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16),
      new BigInteger("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd83d3d706a17c7", 16));

  private Ed25519() {}

  /**
   * A key pair as bytes.
   *
   * @param privateKey 32 bytes
   * @param publicKey 32 bytes
   */
  public record Pair(byte[] privateKey, byte[] publicKey) {}

  public static Pair generate() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      byte[] privateKey = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
      return new Pair(privateKey, encoded(((EdECPublicKey) pair.getPublic()).getPoint()));
    } catch (GeneralSecurityException absent) {
      throw new IllegalStateException("this platform lacks Ed25519", absent);
    }
  }

  /** Reads a private key of 32 bytes. */
  public static PrivateKey privateKey(byte[] bytes) {
    if (bytes.length != KEY_LENGTH) throw new IllegalArgumentException("a private key has 32 bytes");
    try {
      return KeyFactory.getInstance("Ed25519")
          .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, bytes));
    } catch (GeneralSecurityException absent) {
      throw new IllegalStateException("this platform lacks Ed25519", absent);
    }
  }

  public static byte[] sign(PrivateKey key, byte[] message) {
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(key);
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException unusable) {
      throw new IllegalStateException("the key cannot sign", unusable);
    }
  }

  /** Verifies a signature by the strict rules of RFC 8032. */
  public static boolean isSignedBy(byte[] publicKey, byte[] message, byte[] signed) {
    if (publicKey.length != KEY_LENGTH) return false;
    EdECPoint point = point(publicKey);
    if (point.getY().compareTo(PRIME) >= 0 || SMALL_ORDER.contains(point.getY())) return false;
    try {
      PublicKey key = KeyFactory.getInstance("Ed25519")
          .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
      Signature signature = Signature.getInstance("Ed25519");
      signature.initVerify(key);
      signature.update(message);
      return signature.verify(signed);
    } catch (GeneralSecurityException malformed) {
      // The key or the signature is malformed.
      return false;
    }
  }

  private static EdECPoint point(byte[] bytes) {
    byte[] bigEndian = reversed(bytes);
    boolean isOdd = (bigEndian[0] & 0x80) != 0;
    bigEndian[0] &= 0x7f;
    return new EdECPoint(isOdd, new BigInteger(1, bigEndian));
  }

  private static byte[] encoded(EdECPoint point) {
    byte[] y = point.getY().toByteArray();
    byte[] bigEndian = new byte[KEY_LENGTH];
    int length = Math.min(y.length, KEY_LENGTH);
    System.arraycopy(y, y.length - length, bigEndian, KEY_LENGTH - length, length);
    if (point.isXOdd()) bigEndian[0] |= (byte) 0x80;
    return reversed(bigEndian);
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] other = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) other[i] = bytes[bytes.length - 1 - i];
    return other;
  }
}
