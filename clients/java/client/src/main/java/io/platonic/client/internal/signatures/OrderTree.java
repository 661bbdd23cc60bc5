package io.platonic.client.internal.signatures;

import io.platonic.client.internal.trees.HashTree;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** The tree of orders whose root is signed for all of them at once. */
final class OrderTree {
  private static final int SIGNATURE_LENGTH = 64;
  private static final int HEAD_LENGTH = 72;

  private OrderTree() {}

  /**
   * A root with its signature.
   *
   * @param root 32 bytes
   * @param signature 64 bytes
   */
  record Signed(byte[] root, byte[] signature) {}

  /**
   * Computes the root from one order and what the ledger keeps with it: the signature, the index, the number of orders, and
   * the sibling hashes. Returns empty if it is malformed.
   */
  static Optional<Signed> rootOf(byte[] order, byte[] stored) {
    if (stored.length < HEAD_LENGTH) return Optional.empty();
    ByteBuffer view = ByteBuffer.wrap(stored);
    long index = Integer.toUnsignedLong(view.getInt(SIGNATURE_LENGTH));
    long count = Integer.toUnsignedLong(view.getInt(SIGNATURE_LENGTH + 4));
    byte[] siblings = Arrays.copyOfRange(stored, HEAD_LENGTH, stored.length);
    return HashTree.rootBy(HashTree.leaf(order), index, count, siblings)
        .map(root -> new Signed(root, Arrays.copyOf(stored, SIGNATURE_LENGTH)));
  }
}
