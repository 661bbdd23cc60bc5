package io.platonic.client.internal.receipts;

import com.google.protobuf.ByteString;
import io.platonic.client.TreeHead;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.trees.HashTree;
import io.platonic.wallet.v1.InclusionProof;
import io.platonic.wallet.v1.Receipt;
import java.util.Optional;

/** Checks that the entry of a receipt is in the tree of the ledger's batches, whose last leaf is its batch. */
public final class InclusionEvidence {
  private InclusionEvidence() {}

  /** Returns the head to which the proof of a receipt leads; empty for a receipt that has none. */
  public static Optional<TreeHead> headOf(Receipt receipt) {
    if (!receipt.hasInclusion()) return Optional.empty();
    InclusionProof proof = receipt.getInclusion();
    long size = proof.getTreeSize();
    ByteString root = entriesRoot(receipt.getEntryDigest(), proof)
        .map(entries -> HashTree.leaf(Bytes.joined(receipt.getBatchHash().toByteArray(), entries)))
        .flatMap(batch -> HashTree.rootBy(batch, size - 1, size, proof.getBatchPath().toByteArray()))
        .map(ByteString::copyFrom)
        .filter(proof.getTreeRoot()::equals)
        .orElseThrow(() -> new UnprovenException("the entry is not in the tree of the ledger"));
    return Optional.of(new TreeHead(size, root));
  }

  private static Optional<byte[]> entriesRoot(ByteString digest, InclusionProof proof) {
    byte[] entry = HashTree.leaf(digest.toByteArray());
    return HashTree.rootBy(entry, proof.getEntryIndex(), proof.getBatchEntries(), proof.getEntryPath().toByteArray());
  }
}
