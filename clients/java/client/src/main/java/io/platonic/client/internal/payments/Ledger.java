package io.platonic.client.internal.payments;

import io.platonic.client.internal.signatures.Signed;
import io.platonic.wallet.v1.TransactionResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** The calls of payments to the ledger. All are sent once, and fail with Failure; tests provide their own. */
public interface Ledger {
  /** Sends operations that are signed. The results are in the order of the operations. */
  interface Transfer {
    CompletableFuture<List<TransactionResult>> send(AtomicInteger attempts, long timeoutMs);
  }

  Transfer transfer(Signed order);

  /** Sends operations under one signature, as a batch or linked. */
  Transfer transferAll(byte[] orders, List<Signed> signed, boolean isLinked);

  Transfer capture(Signed order);

  Transfer release(Signed order);

  /** Makes the outcome of a transaction final, and returns it. */
  CompletableFuture<TransactionResult> voidTransaction(String id, AtomicInteger attempts, long timeoutMs);
}
