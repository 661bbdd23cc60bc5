package io.platonic.client.internal.payments;

import io.platonic.client.Operation;
import io.platonic.client.internal.signatures.Signed;
import io.platonic.wallet.v1.ExchangeResult;
import io.platonic.wallet.v1.TransactionResult;
import io.platonic.wallet.v1.TransactionStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** The calls of payments to the ledger. All are sent once, and fail with Failure; tests provide their own. */
public interface Ledger {
  /**
   * Answer of the ledger about an operation.
   *
   * @param status status of its transaction, or that which an exchange would have
   * @param transaction the result of a transaction
   * @param exchange the result of an exchange
   */
  record Answer(
      TransactionStatus status, Optional<TransactionResult> transaction, Optional<ExchangeResult> exchange) {
    public static Answer of(TransactionResult result) {
      return new Answer(result.getStatus(), Optional.of(result), Optional.empty());
    }

    public static Answer of(ExchangeResult result) {
      TransactionStatus status = result.getSuccess()
          ? TransactionStatus.TRANSACTION_STATUS_COMPLETED
          : TransactionStatus.TRANSACTION_STATUS_FAILED;
      return new Answer(status, Optional.empty(), Optional.of(result));
    }
  }

  /** Sends operations. The answers are in the order of the operations. */
  interface Transfer {
    CompletableFuture<List<Answer>> send(AtomicInteger attempts, long timeoutMs);
  }

  Transfer transfer(Signed order);

  /** Sends operations under one signature, as a batch or linked. */
  Transfer transferAll(byte[] orders, List<Signed> signed, boolean isLinked);

  /** Sends a group of orders. */
  Transfer transferBatch(Operation group);

  Transfer capture(Signed order);

  Transfer release(Signed order);

  Transfer exchange(Operation exchange);

  /** Makes the outcome of an operation final, and returns it. */
  CompletableFuture<Answer> voidOperation(Operation operation, AtomicInteger attempts, long timeoutMs);
}
