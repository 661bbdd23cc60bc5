package io.platonic.client;

import io.platonic.wallet.v1.ExchangeResult;
import io.platonic.wallet.v1.TransactionErrorCode;
import io.platonic.wallet.v1.TransactionResult;
import java.util.Optional;

/**
 * Outcome of an operation, in the word of the ledger; or that it is not known yet.
 *
 * @param kind the outcome
 * @param id id of the transaction
 * @param transaction result of the ledger; empty while the outcome is not known, and for exchanges
 * @param exchange result of the ledger for an exchange; empty while the outcome is not known
 */
public record Outcome(
    Kind kind, String id, Optional<TransactionResult> transaction, Optional<ExchangeResult> exchange) {
  /** Kinds of outcomes. */
  public enum Kind {
    /** Done: the money was moved, and this never changes. */
    COMPLETED,
    /** Set aside for the recipient of a hold, who has not got it. */
    HELD,
    /** Not done, and it never will be. */
    FAILED,
    /** Not known yet: the wallet goes on asking, and the journal keeps the operation. */
    UNRESOLVED
  }

  /**
   * {@return why the operation failed} The code of a newer service is UNRECOGNIZED, and {@code transaction()} has its number
   * in {@code getErrorCodeValue()}.
   */
  public Optional<TransactionErrorCode> errorCode() {
    if (kind != Kind.FAILED) return Optional.empty();
    return transaction.map(TransactionResult::getErrorCode);
  }
}
