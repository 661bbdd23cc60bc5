package io.platonic.client.internal.trees;

import io.platonic.client.internal.encoding.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Merkle trees (RFC 6962, section 2.1, with SHA-256). */
public final class HashTree {
  /** Bytes of a hash. */
  public static final int HASH_LENGTH = 32;
  private static final byte[] LEAF = {0};
  private static final byte[] NODE = {1};

  private HashTree() {}

  /** Returns the hash of a leaf. */
  public static byte[] leaf(byte[] data) {
    return Bytes.sha256(LEAF, data);
  }

  /** Returns the hash of a node. */
  static byte[] node(byte[] left, byte[] right) {
    return Bytes.sha256(NODE, left, right);
  }

  /** Computes the root from the bytes of each leaf. */
  public static byte[] root(List<byte[]> leaves) {
    if (leaves.isEmpty()) return Bytes.sha256();
    List<byte[]> level = leaves.stream().map(HashTree::leaf).toList();
    while (level.size() > 1) level = levelAbove(level);
    return level.get(0);
  }

  /** Returns the next level: a node without a sibling is promoted unchanged. */
  private static List<byte[]> levelAbove(List<byte[]> level) {
    List<byte[]> above = new ArrayList<>();
    for (int i = 0; i < level.size(); i += 2) {
      boolean hasSibling = i + 1 < level.size();
      above.add(hasSibling ? node(level.get(i), level.get(i + 1)) : level.get(i));
    }
    return above;
  }

  /**
   * Computes the root from the hash of one leaf. Returns empty if the siblings are too few or too many.
   *
   * @param leaf hash of the leaf
   * @param index place of the leaf, from 0
   * @param size number of leaves
   * @param siblings hashes on the way to the root, one after the other
   */
  public static Optional<byte[]> rootBy(byte[] leaf, long index, long size, byte[] siblings) {
    if (index < 0 || index >= size) return Optional.empty();
    byte[] root = leaf;
    int place = 0;
    long at = index;
    for (long count = size; count > 1; count -= count / 2, at /= 2) {
      if ((at ^ 1) >= count) continue;
      if (place + HASH_LENGTH > siblings.length) return Optional.empty();
      byte[] sibling = Arrays.copyOfRange(siblings, place, place + HASH_LENGTH);
      root = at % 2 == 0 ? node(root, sibling) : node(sibling, root);
      place += HASH_LENGTH;
    }
    return place == siblings.length ? Optional.of(root) : Optional.empty();
  }
}
