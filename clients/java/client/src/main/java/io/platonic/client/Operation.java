package io.platonic.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.encoding.Json;
import io.platonic.wallet.v1.ExchangeRequest;
import io.platonic.wallet.v1.TransferOrder;
import io.platonic.wallet.v1.TransferOrders;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * An operation that may have been sent: an order with everything that was signed, a group of orders under one signature, or the
 * request of an exchange.
 */
public final class Operation {
  /** Kinds by their words in JSON, where an order has none. */
  private enum Kind {
    ORDER(null),
    BATCH("batch"),
    EXCHANGE("exchange");

    final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  private final String id;
  private final Kind kind;
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
    this(id, Kind.ORDER, order, keyId, signature);
  }

  private Operation(String id, Kind kind, byte[] order, String keyId, byte[] signature) {
    this.id = id;
    this.kind = kind;
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
    return new Operation(id, Kind.EXCHANGE, request, "", new byte[0]);
  }

  /**
   * Makes an operation that is a group of orders under one signature.
   *
   * @param id id of the first order
   * @param orders bytes of {@code wallet.v1.TransferOrders}
   * @param keyId id of the signing key
   * @param signature the signature
   * @return the operation
   */
  public static Operation ofBatch(String id, byte[] orders, String keyId, byte[] signature) {
    return new Operation(id, Kind.BATCH, orders, keyId, signature);
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
        kindOf(members.get("kind")),
        Bytes.fromBase64url(Json.string(members, "order")),
        Json.string(members, "keyId"),
        Bytes.fromBase64url(Json.string(members, "signature")));
  }

  private static Kind kindOf(Object word) {
    for (Kind kind : Kind.values()) if (Objects.equals(kind.word, word)) return kind;
    throw new IllegalArgumentException("operations of the kind " + word + " need a later version");
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
    if (kind != Kind.ORDER) members.put("kind", kind.word);
    return Json.text(members);
  }

  /** {@return the id of the transaction, or of the first one} */
  public String id() {
    return id;
  }

  /** {@return whether it is an exchange} */
  public boolean isExchange() {
    return kind == Kind.EXCHANGE;
  }

  /** {@return whether it is a group of orders} */
  public boolean isBatch() {
    return kind == Kind.BATCH;
  }

  /**
   * {@return whether both are the same group of orders, by whichever key they are signed}
   *
   * @param other another operation
   */
  public boolean isSameBatch(Operation other) {
    return isBatch() && other.isBatch() && Arrays.equals(order, other.order);
  }

  /** {@return the bytes that were signed, those of the orders, or those of the request of an exchange} */
  public byte[] order() {
    return order.clone();
  }

  /** {@return the id of the signing key; empty for an exchange} */
  public String keyId() {
    return keyId;
  }

  /** {@return the signature; empty for an exchange} */
  public byte[] signature() {
    return signature.clone();
  }

  /**
   * Whether an identity has made the operation. The ledger knows a payment by its id, so one that cannot be read is anybody's.
   *
   * @throws IllegalStateException for bytes without which its outcome cannot be told: those of a group, and of an exchange
   */
  boolean isOf(String identityId) {
    try {
      if (isBatch()) {
        TransferOrder first = TransferOrders.parseFrom(order).getOrders(0);
        if (!first.getId().equals(id)) throw damaged(null);
        return first.getSender().equals(identityId);
      }
      if (isExchange()) return ExchangeRequest.parseFrom(order).getIdentityId().equals(identityId);
      // Orders to capture and to release have their signer in the same field.
      return TransferOrder.parseFrom(order).getSender().equals(identityId);
    } catch (InvalidProtocolBufferException | IndexOutOfBoundsException cause) {
      if (kind == Kind.ORDER) return true;
      throw damaged(cause);
    }
  }

  private IllegalStateException damaged(Exception cause) {
    return new IllegalStateException("the operation " + id + " of the journal is damaged; look at it before you remove it", cause);
  }
}
