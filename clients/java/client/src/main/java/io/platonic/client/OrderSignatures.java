package io.platonic.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.platonic.wallet.v1.SignedOrder;
import io.platonic.wallet.v1.TransferOrder;
import java.util.List;

/** Signatures of orders. The bytes that are signed name their purpose, so that a signature is valid for no other. */
final class OrderSignatures {
  private OrderSignatures() {}

  /** Purposes of signatures. */
  enum Purpose {
    TRANSFER("transfer"),
    TRANSFERS("transfers"),
    LINKED("linked transfers"),
    CAPTURE("capture"),
    RELEASE("release");

    private final String word;

    Purpose(String word) {
      this.word = word;
    }

    /** Returns the bytes to sign: a line that names the purpose, and the message. */
    byte[] bytes(byte[] message) {
      return Bytes.joined(Bytes.utf8("platonic " + word + " v1\n"), message);
    }
  }

  /** Encodes an order and signs its bytes. */
  static Operation sign(Purpose purpose, String id, Message order, Credentials credentials) {
    byte[] bytes = order.toByteArray();
    return new Operation(id, bytes, credentials.keyId(), credentials.sign(purpose.bytes(bytes)));
  }

  /** Signs many orders with one signature, which each of their operations has. */
  static List<Operation> signAll(Purpose purpose, List<TransferOrder> orders, Credentials credentials) {
    List<byte[]> encoded = orders.stream().map(TransferOrder::toByteArray).toList();
    byte[] signature = credentials.sign(purpose.bytes(OrderTree.root(encoded)));
    return orders.stream()
        .map(order -> new Operation(order.getId(), order.toByteArray(), credentials.keyId(), signature))
        .toList();
  }

  static SignedOrder messageOf(Operation operation) {
    return SignedOrder.newBuilder()
        .setOrder(ByteString.copyFrom(operation.order()))
        .setKeyId(operation.keyId())
        .setSignature(ByteString.copyFrom(operation.signature()))
        .build();
  }

  /** Verifies the signature that the ledger keeps with an order: of the order alone, or of a tree, linked or not. */
  static boolean isOrderSigned(byte[] order, byte[] stored, byte[] publicKey, boolean isLinked) {
    if (stored.length == 64 && !isLinked) {
      return Ed25519.isSignedBy(publicKey, Purpose.TRANSFER.bytes(order), stored);
    }
    Purpose purpose = isLinked ? Purpose.LINKED : Purpose.TRANSFERS;
    return OrderTree.rootOf(order, stored)
        .filter(tree -> Ed25519.isSignedBy(publicKey, purpose.bytes(tree.root()), tree.signature()))
        .isPresent();
  }
}
