package io.platonic.client;

import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.encoding.Json;
import io.platonic.client.internal.signatures.Ed25519;
import io.platonic.client.internal.signatures.Identity;
import java.math.BigDecimal;
import java.security.PrivateKey;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Credentials of an identity: its signing key, which never leaves the program, and its rotation key. Whoever has them can
 * pay with the wallet of the identity, so store {@link #toJson()} where nobody else reads it.
 */
public final class Credentials {
  private final String identityId;
  private final String keyId;
  private final byte[] privateKey;
  private final PrivateKey signer;
  private final RotationKey rotationKey;

  /**
   * Makes credentials.
   *
   * @param identityId id of the identity
   * @param keyId id of its signing key
   * @param privateKey private part of that key: 32 bytes
   * @param rotationKey its rotation key
   */
  public Credentials(String identityId, String keyId, byte[] privateKey, RotationKey rotationKey) {
    this.identityId = identityId;
    this.keyId = keyId;
    this.privateKey = privateKey.clone();
    this.signer = Ed25519.privateKey(privateKey);
    this.rotationKey = rotationKey;
  }

  /**
   * Reads credentials.
   *
   * @param json the text of {@link #toJson()}, or of an SDK in another language
   * @return the credentials
   * @throws IllegalArgumentException if the text is no credentials
   */
  public static Credentials fromJson(String json) {
    try {
      Map<String, Object> members = Json.object(json);
      Map<String, Object> rotation = Json.members(members.get("rotationKey"));
      if (!(rotation.get("version") instanceof BigDecimal version)) {
        throw new IllegalArgumentException("the member version must be a number");
      }
      byte[] secret = Bytes.fromBase64url(Json.string(rotation, "secret"));
      byte[] privateKey = Bytes.fromBase64url(Json.string(members, "privateKey"));
      RotationKey rotationKey = new RotationKey(version.intValueExact(), secret);
      return new Credentials(
          Json.string(members, "identityId"), Json.string(members, "keyId"), privateKey, rotationKey);
    } catch (IllegalArgumentException | ArithmeticException malformed) {
      // Without the text, which may have secrets.
      throw new IllegalArgumentException("these are no credentials: " + malformed.getMessage(), malformed);
    }
  }

  /**
   * Writes the credentials with their secrets.
   *
   * @return JSON
   */
  public String toJson() {
    Map<String, Object> rotation = new LinkedHashMap<>();
    rotation.put("version", rotationKey.version());
    rotation.put("secret", Bytes.base64url(rotationKey.secret()));
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("identityId", identityId);
    members.put("keyId", keyId);
    members.put("privateKey", Bytes.base64url(privateKey));
    members.put("rotationKey", rotation);
    return Json.text(members);
  }

  /** {@return the id of the identity} */
  public String identityId() {
    return identityId;
  }

  /** {@return the id of the signing key} */
  public String keyId() {
    return keyId;
  }

  /** Returns what signs, without giving the key away. */
  Identity identity() {
    return new Identity(identityId, keyId, this::sign, rotationKey.version(), rotationKey.secret());
  }

  /** Signs bytes by Ed25519. */
  byte[] sign(byte[] message) {
    return Ed25519.sign(signer, message);
  }

  /** Returns a text without secrets. */
  @Override
  public String toString() {
    return "Credentials of " + identityId;
  }
}
