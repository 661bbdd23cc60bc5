package io.platonic.client;

import com.google.protobuf.ByteString;
import io.platonic.client.internal.trees.Consistency;

/**
 * Head of the tree of a ledger's batches (RFC 6962).
 *
 * @param size number of leaves
 * @param root 32 bytes
 */
public record TreeHead(long size, ByteString root) {
  /**
   * Tells whether a proof of the service shows that the ledger was only added to between two heads (RFC 9162, section
   * 2.1.4.2). Heads come from {@code getLedgerHead}, or from verified receipts.
   *
   * @param earlier the head that was kept
   * @param later the head of the same ledger at a later time
   * @param proof consistency of the answer for the later head since the earlier one
   * @return whether it does
   */
  public static boolean isConsistent(TreeHead earlier, TreeHead later, ByteString proof) {
    return Consistency.isShown(
        earlier.size, earlier.root.toByteArray(), later.size, later.root.toByteArray(), proof.toByteArray());
  }
}
