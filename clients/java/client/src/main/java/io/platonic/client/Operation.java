package io.platonic.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.encoding.Json;
import io.platonic.wallet.v1.ExchangeRequest;
import io.platonic.wallet.v1.TransferOrder;
import java.util.LinkedHashMap;
import java.util.Map;

/** An operation that may have been sent: an order with everything that was signed, or the request of an exchange. */
public final class Operation {
  private static final String EXCHANGE = "exchange";

  private final String id;
  private final boolean isExchange;
  private final byte[] order;
  private final String keyId;
  private final byte[] signature;

  /**
   * Makes an operation that is an order.
   *
   * @param id id of the transaction
   * @param order bytes that were signed
   * @param keyId id of the signing key
   * @param signature the signature
   */
  public Operation(String id, byte[] order, String keyId, byte[] signature) {
    this(id, false, order, keyId, signature);
  }

  private Operation(String id, boolean isExchange, byte[] order, String keyId, byte[] signature) {
    this.id = id;
    this.isExchange = isExchange;
    this.order = order.clone();
    this.keyId = keyId;
    this.signature = signature.clone();
  }

  /**
   * Makes an operation that is an exchange, which nobody signs.
   *
   * @param id id of the exchange
   * @param request bytes of its request
   * @return the operation
   */
  public static Operation ofExchange(String id, byte[] request) {
    return new Operation(id, true, request, "", new byte[0]);
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
    boolean isExchange = members.containsKey("kind");
    if (isExchange && !Json.string(members, "kind").equals(EXCHANGE)) {
      throw new IllegalArgumentException("operations of the kind " + members.get("kind") + " need a later version");
    }
    return new Operation(
        Json.string(members, "id"),
        isExchange,
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
    if (isExchange) members.put("kind", EXCHANGE);
    return Json.text(members);
  }

  /** {@return the id of the transaction} */
  public String id() {
    return id;
  }

  /** {@return whether it is an exchange} */
  public boolean isExchange() {
    return isExchange;
  }

  /** {@return the bytes that were signed, or those of the request of an exchange} */
  public byte[] order() {
    return order.clone();
  }

  /** Returns the id of the identity whose operation it is. */
  String owner() {
    try {
      if (isExchange) return ExchangeRequest.parseFrom(order).getIdentityId();
      // Orders to capture and to release have their signer in the same field.
      return TransferOrder.parseFrom(order).getSender();
    } catch (InvalidProtocolBufferException damaged) {
      throw new IllegalStateException("the operation " + id + " in the journal is damaged", damaged);
    }
  }
}
