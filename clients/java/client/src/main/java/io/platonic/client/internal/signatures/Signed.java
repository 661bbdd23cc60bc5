package io.platonic.client.internal.signatures;

import com.google.protobuf.ByteString;
import io.platonic.client.Operation;
import io.platonic.wallet.v1.SignedOrder;

/**
 * An order that is signed.
 *
 * @param id id of the transaction
 * @param order bytes that were signed
 * @param keyId id of the signing key
 * @param signature the signature
 */
public record Signed(String id, byte[] order, String keyId, byte[] signature) {
  /** Returns the order as the journal keeps it. */
  public Operation operation() {
    return new Operation(id, order, keyId, signature);
  }

  /** Returns the order as the service takes it. */
  public SignedOrder message() {
    return SignedOrder.newBuilder()
        .setOrder(ByteString.copyFrom(order))
        .setKeyId(keyId)
        .setSignature(ByteString.copyFrom(signature))
        .build();
  }
}
