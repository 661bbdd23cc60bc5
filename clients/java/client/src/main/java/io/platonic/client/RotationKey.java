package io.platonic.client;

import java.util.Arrays;

/** The key of which the codes of rotating tokens are made. */
public final class RotationKey {
  private final int version;
  private final byte[] secret;

  /**
   * Makes a key.
   *
   * @param version version of the key, from 1
   * @param secret 32 bytes
   */
  public RotationKey(int version, byte[] secret) {
    if (version < 1 || secret.length != 32) {
      throw new IllegalArgumentException("a rotation key has a version from 1 and 32 bytes");
    }
    this.version = version;
    this.secret = secret.clone();
  }

  /** {@return the version of the key} */
  public int version() {
    return version;
  }

  byte[] secret() {
    return secret;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RotationKey key && version == key.version && Arrays.equals(secret, key.secret);
  }

  @Override
  public int hashCode() {
    return version;
  }

  /** Returns a text without the secret. */
  @Override
  public String toString() {
    return "RotationKey v" + version;
  }
}
