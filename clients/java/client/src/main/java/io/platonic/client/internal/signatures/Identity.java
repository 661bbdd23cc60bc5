package io.platonic.client.internal.signatures;

import java.util.function.UnaryOperator;

/**
 * An identity that signs, as its credentials give it.
 *
 * @param id id of the identity
 * @param keyId id of its signing key
 * @param signer signs bytes by that key
 * @param rotationVersion version of its rotation key
 * @param rotationSecret the rotation key
 */
public record Identity(
    String id, String keyId, UnaryOperator<byte[]> signer, int rotationVersion, byte[] rotationSecret) {
  public byte[] sign(byte[] message) {
    return signer.apply(message);
  }
}
