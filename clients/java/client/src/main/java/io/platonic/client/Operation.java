package io.platonic.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.encoding.Json;
import io.platonic.wallet.v1.TransferOrder;
import java.util.LinkedHashMap;
import java.util.Map;

/** An operation that may have been sent, with everything that was signed. */
public final class Operation {
  private final String id;
  private final byte[] order;
  private final String keyId;
  private final byte[] signature;

  /**
   * Makes an operation.
   *
   * @param id id of the transaction
   * @param order bytes that were signed
   * @param keyId id of the signing key
   * @param signature the signature
   */
  public Operation(String id, byte[] order, String keyId, byte[] signature) {
    this.id = id;
    this.order = order.clone();
    this.keyId = keyId;
    this.signature = signature.clone();
  }

  /**
   * Reads an operation.
   *
   * @param json the text of {@link #toJson()}
   * @return the operation
   * @throws IllegalArgumentException if the text is no operation
   */
  public static Operation fromJson(String json) {
    Map<String, Object> members = Json.object(json);
    return new Operation(
        Json.string(members, "id"),
        Bytes.fromBase64url(Json.string(members, "order")),
        Json.string(members, "keyId"),
        Bytes.fromBase64url(Json.string(members, "signature")));
  }

  /**
   * Writes the operation.
   *
   * @return one line of JSON
   */
  public String toJson() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", id);
    members.put("order", Bytes.base64url(order));
    members.put("keyId", keyId);
    members.put("signature", Bytes.base64url(signature));
    return Json.text(members);
  }

  /** {@return the id of the transaction} */
  public String id() {
    return id;
  }

  /** Returns the bytes that were signed. */
  byte[] order() {
    return order;
  }

  /** Returns the id of the identity that signed. */
  String signer() {
    try {
      // Orders to capture and to release have their signer in the same field.
      return TransferOrder.parseFrom(order).getSender();
    } catch (InvalidProtocolBufferException damaged) {
      throw new IllegalStateException("the operation " + id + " in the journal is damaged", damaged);
    }
  }
}
