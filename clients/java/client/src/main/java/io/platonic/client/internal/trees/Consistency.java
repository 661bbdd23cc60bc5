package io.platonic.client.internal.trees;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Checks whether a tree begins with an earlier one (RFC 9162, section 2.1.4.2). */
public final class Consistency {
  private long place;
  private long last;

  private Consistency(long place, long last) {
    this.place = place;
    this.last = last;
  }

  /**
   * Tells whether a proof shows it.
   *
   * @param earlier size of the earlier tree
   * @param earlierRoot its root
   * @param later size of the later tree
   * @param laterRoot its root
   * @param proof hashes, one after the other
   */
  public static boolean isShown(long earlier, byte[] earlierRoot, long later, byte[] laterRoot, byte[] proof) {
    if (earlier < 1 || earlier > later || proof.length % HashTree.HASH_LENGTH != 0) return false;
    if (earlier == later) return proof.length == 0 && Arrays.equals(earlierRoot, laterRoot);
    return new Consistency(earlier - 1, later - 1).isShown(earlierRoot, laterRoot, hashesIn(proof));
  }

  private static Deque<byte[]> hashesIn(byte[] proof) {
    Deque<byte[]> hashes = new ArrayDeque<>();
    for (int at = 0; at < proof.length; at += HashTree.HASH_LENGTH) {
      hashes.add(Arrays.copyOfRange(proof, at, at + HashTree.HASH_LENGTH));
    }
    return hashes;
  }

  private boolean isShown(byte[] earlierRoot, byte[] laterRoot, Deque<byte[]> hashes) {
    while (place % 2 == 1) up();
    // A tree of 2^n leaves is itself the subtree from which both roots follow.
    if (place == 0) hashes.addFirst(earlierRoot);
    if (hashes.isEmpty()) return false;
    byte[] before = hashes.remove();
    byte[] after = before;
    for (byte[] hash : hashes) {
      if (last == 0) return false;
      if (place % 2 == 1 || place == last) {
        before = HashTree.node(hash, before);
        after = HashTree.node(hash, after);
        while (place % 2 == 0 && place != 0) up();
      } else {
        after = HashTree.node(after, hash);
      }
      up();
    }
    return last == 0 && Arrays.equals(before, earlierRoot) && Arrays.equals(after, laterRoot);
  }

  private void up() {
    place /= 2;
    last /= 2;
  }
}
