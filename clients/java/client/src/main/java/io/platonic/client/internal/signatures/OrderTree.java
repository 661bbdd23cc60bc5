package io.platonic.client.internal.signatures;

import io.platonic.client.internal.encoding.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The Merkle tree of orders (RFC 6962, section 2.1, with SHA-256), whose root is signed for all of them at once. */
final class OrderTree {
  private static final int SIGNATURE_LENGTH = 64;
  private static final int HEAD_LENGTH = 72;
  private static final int HASH_LENGTH = 32;
  private static final byte[] LEAF = {0};
  private static final byte[] NODE = {1};

  private OrderTree() {}

  /** Computes the root from the bytes of each order. */
  static byte[] root(List<byte[]> orders) {
    if (orders.isEmpty()) return Bytes.sha256();
    List<byte[]> level = orders.stream().map(order -> Bytes.sha256(LEAF, order)).toList();
    while (level.size() > 1) level = levelAbove(level);
    return level.get(0);
  }

  /** Returns the next level: a node without a sibling is promoted unchanged. */
  private static List<byte[]> levelAbove(List<byte[]> level) {
    List<byte[]> above = new ArrayList<>();
    for (int i = 0; i < level.size(); i += 2) {
      boolean hasSibling = i + 1 < level.size();
      above.add(hasSibling ? Bytes.sha256(NODE, level.get(i), level.get(i + 1)) : level.get(i));
    }
    return above;
  }

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
    if (index >= count) return Optional.empty();
    byte[] root = Bytes.sha256(LEAF, order);
    int place = HEAD_LENGTH;
    for (; count > 1; count = (count + 1) / 2, index /= 2) {
      if ((index ^ 1) >= count) continue;
      if (place + HASH_LENGTH > stored.length) return Optional.empty();
      byte[] sibling = Arrays.copyOfRange(stored, place, place + HASH_LENGTH);
      root = index % 2 == 0 ? Bytes.sha256(NODE, root, sibling) : Bytes.sha256(NODE, sibling, root);
      place += HASH_LENGTH;
    }
    if (place != stored.length) return Optional.empty();
    return Optional.of(new Signed(root, Arrays.copyOf(stored, SIGNATURE_LENGTH)));
  }
}
