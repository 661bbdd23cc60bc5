package io.platonic.client;

import java.util.Optional;

/**
 * Facts that a receipt proves: the transaction is in the ledger, at this place.
 *
 * @param transactionId id of the transaction
 * @param confirmationCode short code of the entry
 * @param sequence position of the entry in the ledger
 * @param batchNumber number of its batch
 * @param order the order that was signed; empty for receipts of earlier versions, which prove neither it nor the batch
 * @param head head of the tree of the ledger after the batch, with the entry in it. Nobody has signed it: compare it with a
 *     head that the service has shown to others, by {@link TreeHead#isConsistent}. Empty for entries of versions without a tree
 */
public record ProvenReceipt(
    String transactionId,
    String confirmationCode,
    long sequence,
    long batchNumber,
    Optional<ProvenOrder> order,
    Optional<TreeHead> head) {}
