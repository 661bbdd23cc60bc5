package io.platonic.client.internal.signatures;

import com.google.protobuf.Message;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.trees.HashTree;
import io.platonic.wallet.v1.TransferOrder;
import java.util.List;

/** Signatures of orders. The bytes that are signed name their purpose, so that a signature is valid for no other. */
public final class OrderSignatures {
  private OrderSignatures() {}

  /** Purposes of signatures. */
  public enum Purpose {
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
    public byte[] bytes(byte[] message) {
      return Bytes.joined(Bytes.utf8("platonic " + word + " v1\n"), message);
    }
  }

  /** Encodes an order and signs its bytes. */
  public static Signed sign(Purpose purpose, String id, Message order, Identity identity) {
    byte[] bytes = order.toByteArray();
    return new Signed(id, bytes, identity.keyId(), identity.sign(purpose.bytes(bytes)));
  }

  /** Signs many orders with one signature, which each of them has. */
  public static List<Signed> signAll(Purpose purpose, List<TransferOrder> orders, Identity identity) {
    byte[] signature = signatureOf(purpose, orders, identity);
    return orders.stream()
        .map(order -> new Signed(order.getId(), order.toByteArray(), identity.keyId(), signature))
        .toList();
  }

  /** Makes the one signature of many orders. */
  public static byte[] signatureOf(Purpose purpose, List<TransferOrder> orders, Identity identity) {
    return identity.sign(purpose.bytes(HashTree.root(orders.stream().map(TransferOrder::toByteArray).toList())));
  }

  /** Verifies the signature that the ledger keeps with an order: of the order alone, or of a tree, linked or not. */
  public static boolean isOrderSigned(byte[] order, byte[] stored, byte[] publicKey, boolean isLinked) {
    if (stored.length == 64 && !isLinked) {
      return Ed25519.isSignedBy(publicKey, Purpose.TRANSFER.bytes(order), stored);
    }
    Purpose purpose = isLinked ? Purpose.LINKED : Purpose.TRANSFERS;
    return OrderTree.rootOf(order, stored)
        .filter(tree -> Ed25519.isSignedBy(publicKey, purpose.bytes(tree.root()), tree.signature()))
        .isPresent();
  }
}
